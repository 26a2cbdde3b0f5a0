# SPDX-License-Identifier: Apache-2.0
"""What the site has beside the pages of this folder, as hooks of MkDocs.

The README is its start; CONTRIBUTING and CHANGELOG are pages; the page of an exploration is in it
when there is one; the owner's addresses come from ``[project.urls]`` of ``pyproject.toml``.
"""

import re
import tomllib
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from hashfab import paths

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
EXPLORATION = "explore/index.html"


def _exploration() -> Path:
    return paths.build_dir() / "explore" / "index.html"


def on_config(config: MkDocsConfig) -> None:
    """Add the addresses and the exploration to the navigation."""
    assert config.nav is not None
    if _exploration().is_file():
        sections = {title: pages for entry in config.nav for title, pages in entry.items()}
        sections["Use"].append({"An exploration": EXPLORATION})
    with (ROOT / "pyproject.toml").open("rb") as file:
        addresses = tomllib.load(file)["project"]["urls"]
    config.nav.extend({name: address} for name, address in addresses.items())


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages from the root of the repository and the exploration."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        text = re.sub(r"\((?:docs/)([^)]+)\)", r"(\1)", text)
        for name, target in PAGES.items():
            text = text.replace(f"({name})", f"({target})")
        files.append(File.generated(config, page, content=text))
    if _exploration().is_file():
        files.append(File.generated(config, EXPLORATION, abs_src_path=str(_exploration())))
