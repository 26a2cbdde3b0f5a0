# SPDX-License-Identifier: Apache-2.0
"""The hash processor's kit."""
