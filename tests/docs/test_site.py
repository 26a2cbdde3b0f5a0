# SPDX-License-Identifier: Apache-2.0
"""The site: it builds, every link leads somewhere, and it asks no other host for anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site of a clone with an exploration."""
    folder = tmp_path_factory.mktemp("site")
    page = folder / "build" / "explore" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<title>measured</title>")
    target = str(folder / "site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", target]
    environment = {
        **os.environ,
        "HASHFAB_BUILD": str(folder / "build"),
        "NO_MKDOCS_2_WARNING": "1",
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_every_page_is_in_it(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / page.with_suffix(".html").name).is_file()
    assert "Which hash hardware" in (site / "index.html").read_text()


def test_the_exploration_is_in_it(site: Path) -> None:
    assert (site / "explore" / "index.html").read_text() == "<title>measured</title>"
    assert 'href="explore/index.html"' in (site / "index.html").read_text()


def test_it_loads_nothing_from_another_host(site: Path) -> None:
    remote = r"""(?:\bsrc=|<link[^>]*\bhref=|url\(|@import )["']?(?:https?:)?//[^"')\s]+"""
    for page in [*site.rglob("*.html"), *site.rglob("*.css"), *site.rglob("*.svg")]:
        # A page's own address is a link as well, and none is known to us.
        assert not re.findall(remote, page.read_text()), page.name
