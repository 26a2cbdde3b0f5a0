# SPDX-License-Identifier: Apache-2.0
"""The page of an exploration over HTTP, to this machine alone; it follows a study under way."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from hashfab import files
from hashfab.errors import RequestError, printable, shown
from hashfab.report import page

HOST = "127.0.0.1"

FILES = {
    "results.json": "application/json",
    "results.csv": "text/csv; charset=utf-8",
    "scatter.svg": "image/svg+xml",
}
"""What is served as it is, beside the page and its data."""


MOST_BYTES = 256 << 20
"""Of a file that is served."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the exploration in a folder, listening on the loopback interface.

    Args:
        folder: that ``hashfab explore`` writes to; it need not be there yet.
        port: where it listens; a free one when 0.

    Raises:
        RequestError: nothing can listen there.
    """

    class Handler(_Handler):
        """Of this folder."""

        where = folder

    try:
        return ThreadingHTTPServer((HOST, port), Handler)
    except OSError as error:
        raise RequestError(
            f"cannot listen on port {port}: {error.strerror}; allowed: a free port, 1024 to 65535"
        ) from None


class _Handler(BaseHTTPRequestHandler):
    where: Path
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The page, its data, or a file of the folder."""
        port = self.connection.getsockname()[1]
        # A name that someone else's page makes lead here is none of ours.
        if self.headers.get("Host") not in (f"{HOST}:{port}", f"localhost:{port}"):
            self._say(HTTPStatus.FORBIDDEN, "text/plain", b"only by its own address\n")
            return
        name = self.path.partition("?")[0].removeprefix("/")
        try:
            if name in ("", "index.html"):
                self._data(lambda found: page.render(found, live=True), "text/html; charset=utf-8")
            elif name == "data.json":
                self._data(lambda found: json.dumps(page.data(found)), "application/json")
            elif name in FILES:
                path = self.where / name
                path.stat()
                self._say(HTTPStatus.OK, FILES[name], files.read(path, MOST_BYTES, "result"))
            else:
                self._say(HTTPStatus.NOT_FOUND, "text/plain", b"nothing here\n")
        except (FileNotFoundError, NotADirectoryError):
            said = f"no results in {shown(self.where)} yet; 'hashfab explore' writes them"
            self._refuse(HTTPStatus.NOT_FOUND, said)
        except ConnectionError:  # The browser has left.
            self.close_connection = True
        except OSError as error:
            said = f"cannot read the results in {shown(self.where)}: {error.strerror}"
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, said)
        except RequestError as error:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))

    def _data(self, make: Callable[[dict[str, Any]], str], kind: str) -> None:
        """What is made of the results, unless the browser has it already."""
        file = self.where / "results.json"
        stat = file.stat()
        tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        content = files.read(file, MOST_BYTES, "result")
        try:
            made = make(json.loads(content))
        except Exception:  # Whatever a file that explore did not write leads to.
            raise RequestError(
                f"cannot show {shown(file)}: it holds no results of this version; allowed: those "
                "that 'hashfab explore' writes"
            ) from None
        self._say(HTTPStatus.OK, kind, made.encode(), tag)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._say(status, "text/plain; charset=utf-8", f"{printable(why)}\n".encode())

    def _say(self, status: HTTPStatus, kind: str, content: bytes, tag: str | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


def check(folder: Path) -> None:
    """Refuse what cannot be the folder of an exploration.

    Raises:
        RequestError: it is a file, or a name that no folder can have.
    """
    try:
        # A link that leads nowhere is neither there nor missing.
        there = folder.exists() or folder.is_symlink()
        why = "it is no folder" if there and not folder.is_dir() else None
    except OSError as error:
        why = error.strerror
    if why is not None:
        raise RequestError(
            f"cannot serve {shown(folder)}: {why}; allowed: the folder of explore's --out"
        )
