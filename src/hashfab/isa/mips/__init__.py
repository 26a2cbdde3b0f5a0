# SPDX-License-Identifier: Apache-2.0
"""MIPS32, its extensions, its reference simulator and its random programs."""
