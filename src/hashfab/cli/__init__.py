# SPDX-License-Identifier: Apache-2.0
"""The command line, a file per command.

Exit codes: 0 done, 1 the work failed or a check did not hold, 2 the request was wrong.
"""

import importlib
import sys
from typing import NoReturn

import click

from hashfab import __version__
from hashfab.errors import RequestError, WorkFailed

CLOSED_PIPE = 141
"""What a shell reports of a program that wrote to a closed pipe."""

COMMANDS = ("list", "hash", "measure", "explore", "reproduce", "profile", "verify", "asm")
"""Each in the module of its name, as a function of its name with an underscore behind it."""


class Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"hashfab.cli.{cmd_name}"), f"{cmd_name}_")
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hashfab")
def cli() -> None:
    """Hash hardware as real RTL, verified, and measured side by side on your own machine."""


def main() -> NoReturn:
    """Run the command line and turn what went wrong into one sentence and an exit code."""
    try:
        status = cli.main(standalone_mode=False)
    except (RequestError, WorkFailed) as error:
        fail(str(error), 2 if isinstance(error, RequestError) else 1)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        fail("stopped", 1)
    except click.ClickException as error:
        fail(error.format_message(), 2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(CLOSED_PIPE)
    except OSError as error:
        fail(f"cannot write or read: {error}", 1)
    sys.exit(status if isinstance(status, int) else 0)


def fail(message: str, status: int) -> NoReturn:
    """One sentence on standard error, and out."""
    click.echo(f"hashfab: {' '.join(message.split())}", err=True)
    sys.exit(status)
