# SPDX-License-Identifier: Apache-2.0
"""The command line: what it prints, its exit codes, and one sentence for what is wrong."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hashfab import __version__
from hashfab.check.faults.bench import OUTCOMES

COMPACT = str(Path(__file__).resolve().parents[2] / "examples" / "guest" / "compact.toml")


def hashfab(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    result = subprocess.run(
        [sys.executable, "-c", "from hashfab.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(
        arguments, result.returncode, result.stdout.decode(), result.stderr.decode()
    )


def test_version() -> None:
    assert hashfab("--version").stdout.strip().endswith(__version__)


def test_list_as_json() -> None:
    families = json.loads(hashfab("list", "--json").stdout)["families"]
    assert [family["name"] for family in families] == [
        "engine",
        "accel",
        "rv32",
        "mips32",
        "hashproc",
        "soc",
    ]
    for family in families:
        assert family["presets"]
        assert len(family["algorithms"]) == (17 if family["name"] == "hashproc" else 9)
        for parameter in family["parameters"]:
            assert parameter["default"] in parameter["values"]


def test_list_for_people() -> None:
    result = hashfab("list")
    assert result.returncode == 0
    assert "rounds" in result.stdout and "accel-d1n1t1w64" in result.stdout


@pytest.mark.parametrize("design", ["engine-n1", "accel-d1n1t1w64", "rv32-dasip", "mips32-copro"])
def test_hash_a_file_and_standard_input(design: str, tmp_path: Path) -> None:
    message = bytes(range(256)) * 3
    file = tmp_path / "message"
    file.write_bytes(message)
    arguments = ("--design", design, "--alg", "sha3-256", "--json")
    result = json.loads(hashfab("hash", str(file), *arguments).stdout)
    assert result["digest"] == hashlib.sha3_256(message).hexdigest()
    assert result["verified"] is True
    assert result["message_bytes"] == 768
    assert result["cycles_per_byte"] == pytest.approx(result["cycles"] / 768)
    assert result["bits_per_cycle"] == pytest.approx(8 * 768 / result["cycles"])
    assert json.loads(hashfab("hash", "-", *arguments, stdin=message).stdout) == result


def test_hash_is_sha3_256_unless_said() -> None:
    result = json.loads(hashfab("hash", "-", "--design", "engine-n1", "--json").stdout)
    assert result["algorithm"] == "sha3-256"
    assert result["digest"] == hashlib.sha3_256(b"").hexdigest()


def test_hash_an_xof_and_an_empty_message() -> None:
    result = hashfab(
        "hash", "-", "--design", "engine-n1", "--alg", "shake128", "--length", "400", "--json"
    )
    answer = json.loads(result.stdout)
    assert answer["digest"] == hashlib.shake_128(b"").hexdigest(400)
    assert answer["cycles_per_byte"] is None


@pytest.mark.parametrize("name", ["md5", "sha1", "sha512", "sha3-224"])
def test_hash_on_the_hash_processor(name: str) -> None:
    arguments = ("--design", "hashproc", "--alg", name, "--json")
    result = json.loads(hashfab("hash", "-", *arguments, stdin=b"message").stdout)
    assert result["digest"] == hashlib.new(name.replace("-", "_"), b"message").hexdigest()


def test_assemble(tmp_path: Path) -> None:
    file, bundle = tmp_path / "toy.asm", tmp_path / "toy.bundle"
    file.write_text(".entry go\ngo: REPEAT 3 {\n  NOP dm0[8] ; constant\n  NOP }\nHALT\n")
    listing = hashfab("asm", str(file)).stdout.splitlines()
    assert [line.split() for line in listing] == [
        ["go:"],
        ["REPEAT", "3", "{"],
        ["0", "01004000000000040c00", "NOP", "dm0[8]"],
        ["1", "00000000000000000100", "NOP"],
        ["}"],
        ["2", "08000000000000000000", "HALT"],
    ]
    result = hashfab("asm", str(file), "-o", str(bundle))
    assert (result.returncode, result.stdout) == (0, "")
    assert bundle.read_text().splitlines()[:2] == ["entry go 0", "pm 0 01004000000000040c00"]
    answer = json.loads(hashfab("asm", str(file), "--json").stdout)
    assert answer["entries"] == {"go": 0} and len(answer["words"]) == 3
    file.write_text("NOP\n  NOP dm7[8]\n")
    result = hashfab("asm", str(file))
    assert result.returncode == 2
    assert result.stderr.startswith(f"hashfab: {file}:2:7: 'dm7' is no operand K; allowed: dm0")
    assert hashfab("asm", str(tmp_path / "none.asm")).returncode == 2


def test_who_confirms_the_digest() -> None:
    for name, source in (("sha512-256", "PyCryptodome"), ("md5", "hashlib")):
        said = hashfab("hash", "-", "--design", "hashproc", "--alg", name, stdin=b"x").stdout
        assert said.rstrip().endswith(f"The digest equals that of {source}.")


@pytest.mark.parametrize("core", ["rv32", "mips32"])
def test_another_program(core: str) -> None:
    arguments = ("--design", core, "--alg", "sha3-256", "--json")
    best, compact = (
        json.loads(hashfab("hash", "-", *arguments, *more, stdin=b"message").stdout)
        for more in ((), ("--program", "compact"))
    )
    assert (best["design"], compact["design"]) == (core, f"{core}-compact")
    assert best["digest"] == compact["digest"] == hashlib.sha3_256(b"message").hexdigest()
    assert compact["cycles"] > 3 * best["cycles"]


@pytest.mark.parametrize("core", ["rv32", "mips32-native"])
def test_profile(core: str) -> None:
    result = json.loads(hashfab("profile", core, "--bytes", "500", "--json").stdout)
    assert result["design"] == core and result["message_bytes"] == 500
    assert result["functions"][0]["name"] == "keccak_permute"
    assert {"name", "instructions", "cycles"} == result["classes"][0].keys()


@pytest.mark.parametrize("name", ["accel-d2n2t2w64", COMPACT])
def test_profile_of_what_runs_no_program(name: str, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    arguments = ("profile", name, "--bytes", "500", "--messages", "3")
    result = json.loads(hashfab(*arguments, "--json", "--chart", str(chart)).stdout)
    assert (result["messages"], result["message_bytes"]) == (3, 500)
    assert sum(phase["cycles"] for phase in result["phases"]) == result["cycles"]
    assert {"name", "cycles", "waits"} == result["ports"][0].keys()
    assert "</svg>" in chart.read_text()
    assert "3 messages of 500 bytes" in hashfab(*arguments).stdout


def test_profile_of_an_operation() -> None:
    arguments = ("profile", "rv32-lane25", "--alg", "ml-kem-512/encaps")
    result = json.loads(hashfab(*arguments, "--json").stdout)
    assert (result["algorithm"], result["message_bytes"]) == ("ml-kem-512/encaps", 32 + 800)
    assert result["parts"][0]["name"] == "arithmetic"
    for kind in ("parts", "functions", "classes"):
        assert abs(sum(part["cycles"] for part in result[kind]) - result["cycles"]) < 10
    assert "sampling" in hashfab(*arguments).stdout


def test_profile_of_a_microprogram() -> None:
    arguments = ("profile", "hashproc", "--alg", "sha256", "--bytes", "6400")
    result = json.loads(hashfab(*arguments, "--json").stdout)
    assert result["functions"] == []
    spent = sum(part["cycles"] for part in result["instructions"])
    assert abs(spent - result["cycles"]) < 100
    steps = [part for part in result["classes"] if part["name"] in ("SHA2560", "SHA2561")]
    # 100 blocks and the padding's, 64 steps of each context.
    assert [part["instructions"] for part in steps] == [101 * 64] * 2
    assert "SHA2560" in hashfab(*arguments).stdout


def test_faults() -> None:
    result = json.loads(hashfab("faults", "engine-n1", "--runs", "20", "--json").stdout)
    assert result["design"] == "engine-n1" and result["seed"] == 1
    assert result["runs"] == 20 * len(result["faults"]) == 240
    for row in result["faults"]:
        assert sum(row[outcome] for outcome in OUTCOMES) == row["runs"] == 20
    assert result["wrong"]["data"] > 0.5
    table = hashfab("faults", "engine-n1", "--runs", "20").stdout
    assert "240 faults" in table and "control register, flip" in table


def test_verify() -> None:
    result = json.loads(hashfab("verify", "engine-n1", "--seed", "3", "--json").stdout)
    assert result["verified"] is True and len(result["messages"]) == 9


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("hash", "/no/such/file", "--design", "engine-n1", "--alg", "sha3-256"), "/no/such/file"),
        (("hash", "/", "--design", "engine-n1", "--alg", "sha3-256"), "directory"),
        (("hash", "-", "--design", "engine-n7", "--alg", "sha3-256"), "1, 2, 3, 4, 6, 8, 12, 24"),
        (("hash", "-", "--design", "engine-n1", "--alg", "md5"), "md5 is served by hashproc"),
        (("hash", "-", "--design", "hashproc", "--alg", "md4"), "md5"),
        (("hash", "-", "--design", "hashproc-x", "--alg", "md5"), "hashproc"),
        (("profile", "rv32", "--alg", "sha256"), "does not serve sha256"),
        (("measure", "engine-n1", "--workload", "8x1KiB/md5", "--estimate"), "served by hashproc"),
        (("hash", "-", "--design", "engine-n1", "--alg", "sha3-256", "--length", "9"), "shake128"),
        (("hash", "-", "--design", "engine-n1", "--alg", "shake128", "--domain", "7"), "turbo"),
        (("measure", "engine-n0"), "rounds = 0"),
        (("measure", "engine-n1", "--target", "tsmc"), "sg13g2"),
        (("measure", "engine-n1", "--workload", "many"), "MESSAGESxSIZE"),
        (("measure", "accel-d2n1t1w64"), "units x stages"),
        (("reproduce", "ng2019"), "ng2020"),
        (("verify", "nothing"), "engine-n1"),
        (("faults", "mips32"), "allowed: designs of engine"),
        (("faults", "engine-n1", "--runs", "9"), "allowed: 10 to"),
        (("profile", "rv32", "--messages", "2"), "allowed: for designs that run no program"),
        (("profile", "engine-n1", "--messages", "9000"), "67,108,864 bytes in all"),
        (("generate", COMPACT, "--out", "x"), "guest-compact is a guest"),
        (("profile", "rv32", "--program", "tiny"), "best, compact"),
        (
            ("profile", "rv32", "--alg", "ml-kem-768/encaps", "--bytes", "7"),
            "--bytes is for messages",
        ),
        (("profile", "accel-d1n1t1w64", "--alg", "ml-kem-768/encaps"), "designs of rv32, mips32"),
        (("measure", "engine-n1", "--workload", "ml-kem-768/encaps"), "designs of rv32, mips32"),
        (("measure", "rv32", "--workload", "ml-kem-768"), "allowed: ml-kem-768/keygen"),
        (
            ("measure", "rv32", "--workload", "ml-kem-768/encaps", "--energy", "--delays"),
            "--delays is for messages",
        ),
        (("profile", "rv32", "--bytes", "-1"), "0 to 67108864"),
        (("profile", "rv32", "--chart", "chart.txt"), ".svg or .png"),
        (
            ("hash", "-", "--design", "engine-n1", "--alg", "sha3-256", "--program", "x"),
            "--program",
        ),
        (("nonsense",), "nonsense"),
        (("list", "--yaml"), "--yaml"),
    ],
)
def test_a_wrong_request_is_one_sentence(arguments: tuple[str, ...], part: str) -> None:
    result = hashfab(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert part in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr
