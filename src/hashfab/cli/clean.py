# SPDX-License-Identifier: Apache-2.0
"""The command ``hashfab clean``."""

import click

from hashfab import cache, files, paths
from hashfab.cli.show import as_json, show_json, show_table
from hashfab.errors import RequestError, printable, shown


@click.command("clean")
@click.option("--results", is_flag=True, help="Also results, which take long to compute again.")
@click.option("--dry-run", is_flag=True, help="Say what would be freed, and free nothing.")
@as_json
def clean_(results: bool, dry_run: bool, as_json: bool) -> None:
    """Free what the build folder holds and can be made again.

    That is simulators, programs, netlists, logs, and what killed runs left. Results stay unless
    asked for. Nothing outside the build folder is touched, nor anything in it that hashfab did not
    name. Run no other command meanwhile.
    """
    if paths.build_dir().exists() and not paths.build_dir().is_dir():
        raise RequestError(f"{shown(paths.build_dir())} is no folder; allowed: a folder")
    found = cache.clean(results, remove=not dry_run)
    total = sum(content.size for content in found)
    if as_json:
        show_json(
            {
                "folder": str(paths.build_dir()),
                "dry_run": dry_run,
                "freed": [
                    {"what": content.kind, "entries": content.entries, "bytes": content.size}
                    for content in found
                ],
                "bytes": total,
            }
        )
        return
    done = "Would free" if dry_run else "Freed"
    show_table(
        f"{done} {files.size(total)} in {printable(str(paths.build_dir()))}",
        ["what", "entries", "size"],
        [[content.kind, str(content.entries), files.size(content.size)] for content in found],
    )
