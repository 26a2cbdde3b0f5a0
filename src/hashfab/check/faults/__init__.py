# SPDX-License-Identifier: Apache-2.0
"""What a fault does to a design: campaigns on its gates, whose model docs/faults.md states."""
