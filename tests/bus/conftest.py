# SPDX-License-Identifier: Apache-2.0
"""Seeds of the tests that draw what they do at random."""

import os
import random

import pytest


@pytest.fixture
def seed() -> int:
    """A new one for each run, which a failing test shows; HASHFAB_SEED takes it back."""
    chosen = int(os.environ.get("HASHFAB_SEED", random.SystemRandom().getrandbits(32)))
    print(f"HASHFAB_SEED={chosen}")
    return chosen
