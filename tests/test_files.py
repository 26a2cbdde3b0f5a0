# SPDX-License-Identifier: Apache-2.0
"""Files that a user names: replaced as a whole or not at all, and read within a limit."""

import errno
import os
import threading
from pathlib import Path

import pytest

from hashfab import files
from hashfab.errors import RequestError, WorkFailed


def test_a_file_is_replaced_with_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o640)
    files.write(file, "new")
    assert file.read_text() == "new" and file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    files.write(tmp_path / "made", "")
    (tmp_path / "usual").touch()
    assert (tmp_path / "made").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "file"
    file.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkFailed, match=r"file': No space left"):
        files.write(file, "new")
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


def test_what_a_killed_process_left_goes_and_what_is_young_stays(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in (".f.1.tmp", ".f.2.tmp", ".g.1.tmp"))
    for draft in (old, young, other):
        draft.touch()
    for draft in (old, other):
        os.utime(draft, (0, 0))
    files.write(tmp_path / "f", "new")
    assert {path.name for path in tmp_path.iterdir()} == {"f", ".f.2.tmp", ".g.1.tmp"}


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    files.write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "new"


def test_a_check_leaves_nothing(tmp_path: Path) -> None:
    files.check_folder(tmp_path / "a" / "b", "--out")
    files.check_file(tmp_path / "c", "-o")
    assert list(tmp_path.iterdir()) == []


def test_a_limit_holds_to_the_byte(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(100))
    assert files.read(file, 100, "file") == bytes(100)
    with pytest.raises(RequestError, match="allowed: 99 bytes at most"):
        files.read(file, 99, "file")


def test_a_pipe_with_a_slow_writer_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with pipe.open("wb") as file:
            threading.Event().wait(files.WRITER_SECONDS + 0.3)
            file.write(b"late")

    writer = threading.Thread(target=write)
    writer.start()
    assert files.read(pipe, 100, "message") == b"late"
    writer.join()
