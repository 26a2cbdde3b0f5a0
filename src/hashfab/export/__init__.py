# SPDX-License-Identifier: Apache-2.0
"""A design as a folder that needs nothing of hashfab: sources, testbench, Makefile, evidence."""
