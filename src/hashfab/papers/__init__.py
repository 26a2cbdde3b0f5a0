# SPDX-License-Identifier: Apache-2.0
"""What each paper published, beside what is measured here."""

from hashfab.errors import unknown
from hashfab.papers import elmohr2016, huo2016, ng2020, rao2018, schmidt2015
from hashfab.papers.model import Paper, Points, Row, reproduce

PAPERS: dict[str, Paper] = {
    module.PAPER.name: module.PAPER
    for module in (elmohr2016, huo2016, ng2020, rao2018, schmidt2015)
}


ALL = "all"
"""What stands for every paper, and is the name of none."""


def get(name: str) -> Paper:
    """The paper of that name.

    Raises:
        RequestError: there is none.
    """
    if name not in PAPERS:
        raise unknown("paper", name, (*PAPERS, ALL))
    return PAPERS[name]


__all__ = ["ALL", "PAPERS", "Paper", "Points", "Row", "get", "reproduce"]
