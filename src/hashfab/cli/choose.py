# SPDX-License-Identifier: Apache-2.0
"""What several commands do with a design that was named."""

from pathlib import Path

from hashfab import designs, files
from hashfab.designs import Design
from hashfab.errors import RequestError, shown


def with_program(design: Design, program: str | None) -> Design:
    """The design with another program on it.

    Raises:
        RequestError: it runs none, or not this one.
    """
    if program is None:
        return design
    values = dict(design.parameters)
    if design.guest or "program" not in values:
        raise RequestError(
            f"--program is not for {design.name}; allowed: for designs of "
            f"{', '.join(designs.CORES)}"
        )
    return designs.family_of(design).make(values | {"program": program})


def check_trace(path: Path | None) -> None:
    """Whether a waveform can be written there, before any work.

    Raises:
        RequestError: it cannot, or the name does not end in .fst.
    """
    if path is None:
        return
    if path.suffix != ".fst":
        raise RequestError(f"--trace {shown(path)} has no format; allowed: .fst")
    files.check_file(path, "--trace")
