# SPDX-License-Identifier: Apache-2.0
"""What several commands do with a design that was named."""

from hashfab import designs
from hashfab.designs import Design
from hashfab.errors import RequestError


def with_program(design: Design, program: str | None) -> Design:
    """The design with another program on it.

    Raises:
        RequestError: it runs none, or not this one.
    """
    if program is None:
        return design
    values = dict(design.parameters)
    if "program" not in values:
        raise RequestError(f"{design.name} runs no program, so --program has nothing to choose")
    return designs.make(design.family, values | {"program": program})
