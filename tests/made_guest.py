# SPDX-License-Identifier: Apache-2.0
"""A guest that is made for a test, and nothing that a tool would take."""

from __future__ import annotations

from pathlib import Path

DESCRIPTION = {
    "name": '"made"',
    "sources": '["core.v"]',
    "top": '"core"',
    "clock": '{ port = "clk" }',
    "reset": '{ port = "rst", active = "high" }',
    "interface": '"engine"',
    "algorithms": '["sha3-256"]',
}

PARAMETER = '[[parameter]]\nname = "Rounds"\nvalues = [1, 2, 4]\ndefault = 2\n'


def write(
    folder: Path, more: str | None = None, core: str | None = None, **keys: str | None
) -> Path:
    """Its file, with other values of some keys (None for none), and its source beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "core.v").write_text(core or "module core (input wire clk);\nendmodule\n")
    said = {key: value for key, value in {**DESCRIPTION, **keys}.items() if value is not None}
    path = folder / "guest.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in said.items()) + (more or ""))
    return path
