# SPDX-License-Identifier: Apache-2.0
"""RV32IMC, its extensions, its reference simulator and its random programs."""
