# SPDX-License-Identifier: Apache-2.0
"""The tables of figures in README and docs: what they show, how it is measured and written."""
