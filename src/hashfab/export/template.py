# SPDX-License-Identifier: Apache-2.0
"""The texts of a folder, from the templates beside this file.

Their marks are ``<@ value @>`` and ``<% statement %>``, for braces are Verilog's.
"""

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> "Environment":
    import jinja2  # It is slow to import.

    folder = resources.files(__package__) / "templates"
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: (folder / name).read_text(encoding="utf-8")),
        undefined=jinja2.StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        variable_start_string="<@",
        variable_end_string="@>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
    )


def render(template: str, **values: Any) -> str:
    """The text of a template with these values."""
    return _environment().get_template(template).render(values)
