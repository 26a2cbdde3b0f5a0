# SPDX-License-Identifier: Apache-2.0
"""The page of all papers: their tables beside ours, one HTML file that asks for nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata, resources
from typing import Any

import jinja2


def render(target: str, papers: Sequence[Mapping[str, Any]]) -> str:
    """The page.

    Args:
        target: where all of it was measured.
        papers: with ``name``, ``title``, ``failed`` (why nothing was measured, or None) and
            ``items``: pairs of an item and its rows, whose figures are texts already.
    """
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, undefined=jinja2.StrictUndefined
    )
    source = resources.files(__package__).joinpath("papers.html").read_text(encoding="utf-8")
    return environment.from_string(source).render(
        target=target, papers=papers, version=metadata.version("hashfab")
    )
