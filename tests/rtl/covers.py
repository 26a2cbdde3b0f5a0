# SPDX-License-Identifier: Apache-2.0
"""Cover properties: those that the RTL names, and those that a simulation reached."""

import re
from collections.abc import Iterable
from pathlib import Path

from hashfab import paths

Cover = tuple[str, str]
"""The module and the property's label."""


def named(folders: Iterable[str]) -> set[Cover]:
    """Every cover property in some folders of the RTL; a module is named after its file."""
    return {
        (path.stem, label)
        for folder in folders
        for path in sorted((paths.rtl_dir() / folder).glob("*.sv"))
        for label in re.findall(r"\b(\w+_C) : cover property", path.read_text())
    }


def reached(reports: Iterable[Path]) -> set[Cover]:
    """Every cover property that held at least once, from what harnesses wrote with ``--covers``."""
    found = set()
    for path in reports:
        for line in path.read_text().splitlines():
            label = re.search(r"\x01o\x02(?:[^\x01]*\.)?(\w+_C)\x01", line)
            file = re.search(r"\x01f\x02([^\x01]+)\x01", line)
            if label and file and not line.endswith("' 0"):
                found.add((Path(file[1]).stem, label[1]))
    return found


def of_states() -> set[Cover]:
    """Those of the accelerator that only commands with a state in memory can reach."""
    return {each for each in named(["accel"]) if each[1].startswith(("Restore", "Save"))}


def of_aborts() -> set[Cover]:
    """Those of the accelerator that only commands that are cut off can reach."""
    return {each for each in named(["accel"]) if each[1].startswith("Abort")}


def of_chains() -> set[Cover]:
    """Those of the accelerator that only chains can reach."""
    return {each for each in named(["accel"]) if each[1].startswith("Chain")}
