# SPDX-License-Identifier: Apache-2.0
"""Stages that worker processes can import: each tells in a shared folder that it was done."""

from __future__ import annotations

import os
import signal
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from hashfab import paths
from hashfab.errors import WorkFailed
from hashfab.measure.stages import Stage


@dataclass(frozen=True)
class Text:
    """What a stage comes to."""

    text: str


@dataclass(frozen=True)
class Early(Stage[Text]):
    """Keeps a file, slowly if told so.

    Attributes:
        folder: shared by all processes of a test.
        number: tells stages apart.
        does: "sleep", "fail", or "die" for as long as the file ``deadly`` is there.
    """

    folder: Path
    number: int = 0
    does: str = ""

    title: ClassVar[str] = "early"
    gives: ClassVar[str] = "cycles"
    result: ClassVar[type[Any]] = Text

    @property
    def where(self) -> str:
        return "far"

    @property
    def keeps(self) -> str | None:
        return "early.txt"

    def inputs(self) -> dict[str, Any]:
        return {"number": self.number, "does": self.does}

    def tools(self) -> dict[str, str]:
        return {"far": os.environ.get("HASHFAB_FAR", "1")}

    def compute(self, given: tuple[Any, ...], work: Path) -> Text:
        told = self.folder / f"{self.title}-{self.number}-{uuid.uuid4().hex}"
        told.write_text(f"{os.getpid()} {paths.build_dir()} {paths.rtl_dir()}")
        if self.does == "die" and (self.folder / "deadly").exists():
            if (self.folder / "deadly").read_text() == "once":
                (self.folder / "deadly").unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        if self.does == "sleep":
            time.sleep(2)
        if self.does == "fail":
            (work / "tool.log").write_text("what the tool said")
            raise WorkFailed("the tool failed", work / "tool.log")
        (work / "early.txt").write_text(f"kept {self.number}")
        (package,) = paths.rtl_dir().glob("keccak/keccak_pkg.sv")
        return Text(package.name)


@dataclass(frozen=True)
class Late(Stage[Text]):
    """Takes the file of the one before."""

    early: Early

    title: ClassVar[str] = "late"
    gives: ClassVar[str] = "cycles"
    result: ClassVar[type[Any]] = Text

    @property
    def where(self) -> str:
        return "far"

    @property
    def after(self) -> tuple[Stage[Any], ...]:
        return (self.early,)

    def inputs(self) -> dict[str, Any]:
        return {}

    def tools(self) -> dict[str, str]:
        return {}

    def compute(self, given: tuple[Any, ...], work: Path) -> Text:
        (before,) = given
        told = self.early.folder / f"late-{self.early.number}-{uuid.uuid4().hex}"
        told.write_text(str(os.getpid()))
        return Text(f"{before.text} {(work / 'early.txt').read_text()}")
