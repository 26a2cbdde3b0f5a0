# SPDX-License-Identifier: Apache-2.0
"""What every instruction set shares."""
