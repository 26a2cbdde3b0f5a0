# SPDX-License-Identifier: Apache-2.0
"""What a probe on a design in shares can tell of the secret: every probe exactly, and in traces."""
