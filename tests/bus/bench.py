# SPDX-License-Identifier: Apache-2.0
"""Runs cocotb tests on the tops of ``rtl/bus``."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

import cocotb_tools.config
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from hashfab import paths
from hashfab.export import registers, tops
from hashfab.tools import verilator
from hashfab.tools.verilator import Kind

HERE = Path(__file__).parent


def simulator(top: str, sources: Sequence[Path], parameters: Mapping[str, int]) -> Path:
    """The simulator of a top, which cocotb runs."""
    main = cocotb_tools.config.share_dir / "lib" / "verilator" / "verilator.cpp"
    library = cocotb_tools.config.libs_dir / "libcocotbvpi_verilator.so"
    files = [HERE / "visible.vlt", *sources]
    return verilator.build(top, files, main, parameters, {}, Kind.COCOTB, shared=[library])


def run(
    control: str,
    case: str,
    folder: Path,
    seed: int,
    parameters: Mapping[str, int] | None = None,
    settings: Mapping[str, object] | None = None,
    memory: str = "axi4",
    module: str = "bus.cases",
) -> None:
    """Run cocotb tests on the accelerator behind a control bus; see ``play``.

    Args:
        control: the bus.
        case: the test's name, or names with commas between them.
        folder: for its files.
        seed: of what it draws.
        parameters: of the top.
        settings: what the test reads with ``model.setting``.
        memory: the memory bus.
        module: where the test is.
    """
    buses = tops.CONTROLS[control], tops.MEMORIES[memory]
    top = tops.top(*buses)
    with paths.scratch("registers") as made:
        sources = registers.sources(buses[0], made, buses[1])
        binary = simulator(top, sources, parameters or {})
    play(top, binary, f"{module}:{case}", folder, seed, settings or {})


def play(
    top: str,
    binary: Path,
    case: str,
    folder: Path,
    seed: int,
    settings: Mapping[str, object],
) -> None:
    """Run cocotb tests one after the other; what they print is in ``folder/log``.

    Args:
        top: that is tested.
        binary: its simulator.
        case: module and name of the test, or names with commas between them.
        folder: for its files.
        seed: of what it draws.
        settings: what the test reads with ``model.setting``.

    Raises:
        AssertionError: one failed, or an assertion of the RTL did.
    """
    module, _, names = case.partition(":")
    tests = names.split(",")
    (folder / top).symlink_to(binary)
    environment = {f"BUS_{key.upper()}": str(value) for key, value in settings.items()}
    log = folder / "log"
    logging.getLogger("Verilator").setLevel(logging.WARNING)
    try:
        results = get_runner("verilator").test(
            module,
            top,
            hdl_toplevel_lang="verilog",
            testcase=tests,
            seed=seed,
            build_dir=folder,
            test_dir=folder,
            results_xml=str(folder / "results.xml"),
            extra_env={"COCOTB_LOG_LEVEL": "INFO", **environment},
            log_file=log,
        )
    except (RuntimeError, SystemExit) as error:
        raise AssertionError(f"{error}\n{log.read_text()[-4000:]}") from None
    assert get_results(results) == (len(tests), 0), log.read_text()[-4000:]
