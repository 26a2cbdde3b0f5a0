# SPDX-License-Identifier: Apache-2.0
"""One thin adapter per outside tool. Knows no design."""
