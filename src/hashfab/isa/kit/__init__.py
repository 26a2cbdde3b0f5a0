# SPDX-License-Identifier: Apache-2.0
"""What describes, decodes, executes and generates any instruction set; knows none."""
