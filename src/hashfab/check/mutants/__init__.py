# SPDX-License-Identifier: Apache-2.0
"""Mutation testing: small defects in the RTL, and whether a quick test of its family sees them."""
