# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab serve``."""

from pathlib import Path

import click

from hashfab import paths
from hashfab.cli.options import FilePath, Integer

PORT = 8080


@click.command("serve")
@click.argument("folder", required=False, type=FilePath(), metavar="[FOLDER]")
@click.option(
    "--port",
    type=Integer(0, 65535),
    default=PORT,
    show_default=True,
    help="Where to listen; 0 chooses a free one.",
)
def serve_(folder: Path | None, port: int) -> None:
    """Show an exploration in the browser, live while it runs; to this machine alone.

    FOLDER is explore's --out; build/explore when none is given.
    """
    from hashfab.report import serve  # Plotly is slow to import.

    where = folder or paths.build_dir() / "explore"
    serve.check(where)
    with serve.server(where, port) as server:
        click.echo(f"http://{serve.HOST}:{server.server_address[1]}/  (Ctrl-C ends)")
        server.serve_forever()
