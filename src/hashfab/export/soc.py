# SPDX-License-Identifier: Apache-2.0
"""``python -m hashfab.export.soc``: writes the reference system's register block and its header.

They follow from ``rtl/bus/hash_accel.rdl``, and stand in the repository, so that to simulate or to
measure the system needs no PeakRDL.
"""

from pathlib import Path

from hashfab import paths
from hashfab.designs import FAMILIES
from hashfab.export import registers

HEAD = (
    "// SPDX-License-Identifier: Apache-2.0\n"
    "// Made of rtl/bus/hash_accel.rdl: `python -m hashfab.export.soc` writes it.\n"
)


def files() -> dict[Path, str]:
    """The text of every file, by its path from the working copy's root."""
    soc = FAMILIES["soc"].name
    with paths.scratch("registers") as folder:
        hardware = registers.hardware("apb4", folder)
        made = {Path("rtl") / soc / path.name: path.read_text() for path in hardware}
        header = registers.header(folder)
        made[Path("sw") / soc / header.name] = header.read_text()
    return {path: HEAD + text for path, text in made.items()}


def main() -> None:
    """Write them."""
    for path, text in files().items():
        (paths.rtl_dir().parent / path).write_text(text)


if __name__ == "__main__":
    main()
