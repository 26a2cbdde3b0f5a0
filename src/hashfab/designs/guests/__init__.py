# SPDX-License-Identifier: Apache-2.0
"""Guests: families that are not in the catalogue, each described by a file of its owner."""

from hashfab.designs.guests.description import is_typed, load, parse
from hashfab.designs.guests.guest import PREFIX, Guest

__all__ = ["PREFIX", "Guest", "is_typed", "load", "parse"]
