# SPDX-License-Identifier: Apache-2.0
"""The programmable hash processor: its instruction set, and everything that follows from it."""

from hashfab.isa.hashproc.description import HASHPROC, ISA

__all__ = ["HASHPROC", "ISA"]
