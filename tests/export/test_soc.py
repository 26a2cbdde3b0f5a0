# SPDX-License-Identifier: Apache-2.0
"""The reference system's registers are those of the description."""

from pathlib import Path

import pytest

from hashfab import paths
from hashfab.export import soc


@pytest.mark.parametrize("path", soc.files(), ids=str)
def test_up_to_date(path: Path) -> None:
    text = (paths.rtl_dir().parent / path).read_text()
    assert text == soc.files()[path], "run `python -m hashfab.export.soc`"
