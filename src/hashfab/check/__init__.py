# SPDX-License-Identifier: Apache-2.0
"""What checks instead of measuring: lockstep, known answers, lint."""
