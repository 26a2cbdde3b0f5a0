# SPDX-License-Identifier: Apache-2.0
"""What a fault does to a design: campaigns on its gates, whose model docs/faults.md states."""

LEAST_RUNS, RUNS_EACH, MOST_RUNS = 10, 10_000, 10_000_000
"""Runs for each kind of fault: allowed at the least, unless said, and allowed at the most."""
