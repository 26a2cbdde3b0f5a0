# SPDX-License-Identifier: Apache-2.0
"""What a probe on a design in shares can tell of the secret: every probe exactly, and in traces."""

CONTROL_TRACES = 768
"""Of what must leak: at most a thousand, and all of a simulator's runs at once."""

TRACES = 100_000
MOST_TRACES = 10_000_000
