# SPDX-License-Identifier: Apache-2.0
"""Runs cocotb tests on the accelerator behind a control bus."""

import logging
from collections.abc import Mapping
from pathlib import Path

import cocotb_tools.config
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from hashfab import paths
from hashfab.export import registers
from hashfab.tools import verilator
from hashfab.tools.verilator import Kind

HERE = Path(__file__).parent


def simulator(control: str, parameters: Mapping[str, int]) -> tuple[str, Path]:
    """The top of the accelerator behind a bus, and its simulator."""
    bus = registers.CONTROLS[control]
    with paths.scratch("registers") as folder:
        sources = [HERE / "visible.vlt", *registers.sources(bus, folder)]
        main = cocotb_tools.config.share_dir / "lib" / "verilator" / "verilator.cpp"
        library = cocotb_tools.config.libs_dir / "libcocotbvpi_verilator.so"
        binary = verilator.build(
            bus.top, sources, main, parameters, {}, Kind.COCOTB, shared=[library]
        )
    return bus.top, binary


def run(
    control: str,
    case: str,
    folder: Path,
    seed: int,
    parameters: Mapping[str, int] | None = None,
    settings: Mapping[str, object] | None = None,
) -> None:
    """Run one cocotb test of ``bus.cases``; what it prints is in ``folder/log``.

    Args:
        control: the bus.
        case: the test's name.
        folder: for its files.
        seed: of what it draws.
        parameters: of the top.
        settings: what the test reads with ``cases.setting``.

    Raises:
        AssertionError: it failed, or an assertion of the RTL did.
    """
    top, binary = simulator(control, parameters or {})
    (folder / top).symlink_to(binary)
    environment = {f"BUS_{name.upper()}": str(value) for name, value in (settings or {}).items()}
    log = folder / "log"
    logging.getLogger("Verilator").setLevel(logging.WARNING)
    try:
        results = get_runner("verilator").test(
            "bus.cases",
            top,
            hdl_toplevel_lang="verilog",
            testcase=case,
            seed=seed,
            build_dir=folder,
            test_dir=folder,
            results_xml=str(folder / "results.xml"),
            extra_env={"COCOTB_LOG_LEVEL": "INFO", **environment},
            log_file=log,
        )
    except (RuntimeError, SystemExit) as error:
        raise AssertionError(f"{error}\n{log.read_text()[-4000:]}") from None
    assert get_results(results) == (1, 0), log.read_text()[-4000:]
