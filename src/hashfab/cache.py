# SPDX-License-Identifier: Apache-2.0
"""What the build folder holds and can be made again, and how it is freed.

Only what has a name that hashfab gives is taken, and no link is followed: in a build folder that
holds other things too, and outside of it, nothing is touched.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashfab import paths
from hashfab.errors import WorkFailed, shown


@dataclass(frozen=True)
class Kind:
    """A kind of content.

    Attributes:
        name: as printed.
        places: pairs of a folder in the build folder and a pattern for names in it.
        result: whether it is results, which take long to compute again.
    """

    name: str
    places: tuple[tuple[str, str], ...]
    result: bool = False


@dataclass(frozen=True)
class Content:
    """What is there of a kind.

    Attributes:
        kind: its name.
        entries: how many files and folders.
        size: what they take up, in bytes.
    """

    kind: str
    entries: int
    size: int


KINDS = (
    Kind("simulators", (("sim", r"\w+-[0-9a-f]{16}(\.log)?"),)),
    Kind("programs", (("sw", r"\w+-[0-9a-f]{16}"),)),
    Kind("mapping", (("map", r"[\w-]+-[0-9a-f]{8,32}"),)),
    Kind("netlists", (("netlists", r"\.?[0-9a-f]{32}(\.\w+)*\.(gz|tmp)"),)),
    Kind("guests", (("guests", r"[0-9a-f]{32}"),)),
    Kind("proofs", (("formal", r"[a-z]\w*(\.\w+)?"),)),
    Kind("mutants", (("mutants", r"engine|accel|rv32|mips32|hashproc"),)),
    Kind("coverage", (("coverage", r"runs|merged\.json|index\.html"),)),
    Kind("logs", ((paths.LOGS, r"[\w-]+\.log"),)),
    Kind(
        "locks",
        (("locks", r"[0-9a-f]{32}"), ("sim", r"\w+-[0-9a-f]{16}\.lock"), ("sw", r"\S+\.lock")),
    ),
    Kind("sources sent", (("sources", r"[0-9a-f]{32}(\.lock)?|\.draft-[a-z0-9_]{8}"),)),
    # Earlier versions had their work under way beside its results.
    Kind(
        "abandoned work",
        (
            (".", r"\.(jobs|profile|trace|lockstep|equivalence)-[a-z0-9_]{8}"),
            ("sim", r"\.\w+-[a-z0-9_]{8}"),
            ("sw", r"\.[a-z0-9_]{8}"),
        ),
    ),
    Kind(
        "results",
        (
            (".", r"results\.sqlite(-wal|-shm)?"),
            ("placements", r"\.?[0-9a-f]{32}(\.\w+)*\.(json|tmp)"),
        ),
        result=True,
    ),
)


def clean(results: bool, remove: bool) -> list[Content]:
    """What the build folder holds, removed if asked for.

    Args:
        results: whether results count too.
        remove: whether to free it.

    Raises:
        WorkFailed: something cannot be removed.
    """
    found = []
    abandoned = paths.remove_abandoned() if remove else 0
    for kind in KINDS:
        if kind.result and not results:
            continue
        entries = list(_entries(kind))
        size = sum(paths.disk_bytes(entry) for entry in entries)
        if kind.name == "abandoned work":
            size += abandoned
        found.append(Content(kind.name, len(entries), size))
        if remove:
            for entry in entries:
                _remove(entry)
    return found


def _entries(kind: Kind) -> Iterator[Path]:
    for place, pattern in kind.places:
        folder = paths.build_dir() / place
        if not folder.is_dir() or folder.is_symlink():
            continue
        for entry in sorted(folder.iterdir()):
            if re.fullmatch(pattern, entry.name, re.ASCII) and not entry.is_symlink():
                yield entry


def _remove(entry: Path) -> None:
    try:
        if entry.is_dir():
            shutil.rmtree(entry)
        elif entry.suffix == ".lock" or entry.parent.name == "locks":
            paths.remove_lock(entry)
        else:
            entry.unlink(missing_ok=True)
    except FileNotFoundError:
        pass  # by another process that cleans
    except OSError as error:
        raise WorkFailed(f"cannot remove {shown(entry)}: {error.strerror}") from None
