# SPDX-License-Identifier: Apache-2.0
"""The command line, a file per command."""

import importlib
from typing import Any, NoReturn

import click

from hashfab import __version__, entry
from hashfab.errors import unknown

COMMANDS = (
    "list",
    "hash",
    "measure",
    "explore",
    "recommend",
    "reproduce",
    "generate",
    "profile",
    "verify",
    "faults",
    "leakage",
    "asm",
    "serve",
    "clean",
)
"""Each in the module of its name, as a function of its name with an underscore behind it."""


class Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command of that name.

        Raises:
            RequestError: there is none.
        """
        if cmd_name not in COMMANDS:
            raise unknown("command", cmd_name, COMMANDS)
        command = getattr(importlib.import_module(f"hashfab.cli.{cmd_name}"), f"{cmd_name}_")
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe is told apart, which Click takes for a failure."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            entry.close_pipe()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hashfab")
def cli() -> None:
    """Hash hardware as real RTL, verified, and measured side by side on your own machine."""


def main() -> NoReturn:
    """Run the command line."""
    entry.run(cli)
