# SPDX-License-Identifier: Apache-2.0
"""What software asks for, and which design to take for it."""
