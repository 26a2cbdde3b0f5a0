# SPDX-License-Identifier: Apache-2.0
"""What the driver builds on streams, against NIST's samples and PyCryptodome."""

import hashlib
import hmac
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.task import bridge
from Crypto.Hash import (
    KMAC128,
    KMAC256,
    KangarooTwelve,
    TupleHash128,
    TupleHash256,
    TurboSHAKE256,
    cSHAKE128,
    cSHAKE256,
)

from bus import cases, model
from bus.driver import DEVICE, ORDER, SEAL, Driver, Place
from bus.model import setting

OBJECT, PIECES, STRINGS, OUTPUT = 0, 0x4000, 0x10000, 0x1F000
"""Places in the memory that the device sees."""


@dataclass
class Bench:
    """A device, and calls on one object of it."""

    device: Driver
    rng: random.Random

    def put(self, at: int, data: bytes) -> Place:
        self.device.memory[at : at + len(data)] = data
        return Place(at)

    def call(self, name: str, *arguments: Any, expected: int = model.OK) -> None:
        assert self.device.stream(f"hash_{name}", OBJECT, *arguments) == expected, name

    def update(self, name: str, data: bytes) -> None:
        """In pieces."""
        while data:
            count = min(len(data), self.rng.choice((1, 40, 136, 168, 1000, len(data))))
            self.call(name, self.put(PIECES + self.rng.randrange(9), data[:count]), count)
            data = data[count:]

    def output(
        self, name: str, length: int, *arguments: Any, before: tuple[Any, ...] = ()
    ) -> bytes:
        self.call(name, *before, Place(OUTPUT), length, *arguments)
        return bytes(self.device.memory[OUTPUT : OUTPUT + length])


def left_encode(value: int) -> bytes:
    """SP 800-185, 2.3.1."""
    size = max(1, (value.bit_length() + 7) // 8)
    return bytes([size]) + value.to_bytes(size, "big")


def right_encode(value: int) -> bytes:
    size = max(1, (value.bit_length() + 7) // 8)
    return value.to_bytes(size, "big") + bytes([size])


def cshake(
    bench: Bench, strength: int, message: bytes, function: bytes, custom: bytes, length: int
) -> bytes:
    first, second = bench.put(STRINGS, function), bench.put(STRINGS + 0x1000, custom)
    bench.call("cshake_init", DEVICE, strength, first, len(function), second, len(custom))
    bench.update("stream_update", message)
    half = length // 2
    return bench.output("stream_final", half) + bench.output("stream_squeeze", length - half)


def kmac(
    bench: Bench,
    strength: int,
    key: bytes,
    message: bytes,
    custom: bytes,
    length: int,
    xof: int = 0,
) -> bytes:
    first, second = bench.put(STRINGS, key), bench.put(STRINGS + 0x1000, custom)
    bench.call("kmac_init", DEVICE, strength, first, len(key), second, len(custom))
    # Nothing of the key is left but a state.
    if len(key) > 8:
        assert key not in bytes(bench.device.memory[OBJECT : OBJECT + 0x400])
    kept = bytes(bench.device.memory[OBJECT : OBJECT + 0x400])
    found = []
    for _ in range(2):
        bench.put(OBJECT, kept)
        bench.update("stream_update", message)
        found.append(bench.output("kmac_final", length, xof))
    assert found[0] == found[1]
    return found[0]


def tuples(
    bench: Bench, strength: int, items: list[bytes], custom: bytes, length: int, xof: int = 0
) -> bytes:
    bench.call("tuple_init", DEVICE, strength, bench.put(STRINGS, custom), len(custom))
    for item in items:
        bench.call("tuple_add", bench.put(PIECES, item), len(item))
    return bench.output("tuple_final", length, xof)


def parallel(
    bench: Bench,
    strength: int,
    message: bytes,
    block: int,
    custom: bytes,
    length: int,
    xof: int = 0,
) -> bytes:
    bench.call("parallel_init", DEVICE, strength, block, bench.put(STRINGS, custom), len(custom))
    bench.update("parallel_update", message)
    found = bench.output("parallel_final", length, xof)
    bench.call("parallel_update", Place(PIECES), 1, expected=ORDER)
    return found


def kangaroo(bench: Bench, code: int, message: bytes, custom: bytes, length: int) -> bytes:
    bench.call("kangaroo_init", DEVICE, code)
    bench.update("kangaroo_update", message)
    given = (bench.put(STRINGS, custom), len(custom))
    return bench.output("kangaroo_final", length, before=given)


def hmac_sha3(bench: Bench, code: int, key: bytes, message: bytes, length: int) -> bytes:
    bench.call("hmac_init", DEVICE, code, bench.put(STRINGS, key), len(key))
    bench.update("hmac_update", message)
    return bench.output("hmac_final", length)


def parallel_expected(
    strength: int, message: bytes, block: int, custom: bytes, length: int, xof: int
) -> bytes:
    """SP 800-185, 6.3.1, of PyCryptodome's cSHAKE."""
    shake = hashlib.shake_128 if strength == 128 else hashlib.shake_256
    blocks = [message[at : at + block] for at in range(0, len(message), block)]
    whole = left_encode(block) + b"".join(shake(each).digest(strength // 4) for each in blocks)
    whole += right_encode(len(blocks)) + right_encode(0 if xof else 8 * length)
    new = cSHAKE128 if strength == 128 else cSHAKE256
    return bytes(new._new(whole, custom, b"ParallelHash").read(length))


def kt256_expected(message: bytes, custom: bytes, length: int) -> bytes:
    """RFC 9861, 3, of PyCryptodome's TurboSHAKE256."""

    def length_encode(value: int) -> bytes:
        size = (value.bit_length() + 7) // 8
        return value.to_bytes(size, "big") + bytes([size])

    whole = message + custom + length_encode(len(custom))
    chunks = [whole[at : at + 8192] for at in range(0, len(whole), 8192)]
    if len(chunks) == 1:
        return bytes(TurboSHAKE256.new(data=whole, domain=7).read(length))
    leaves = [TurboSHAKE256.new(data=each, domain=0x0B).read(64) for each in chunks[1:]]
    node = chunks[0] + b"\x03" + bytes(7) + b"".join(leaves)
    node += length_encode(len(leaves)) + b"\xff\xff"
    return bytes(TurboSHAKE256.new(data=node, domain=6).read(length))


KEY = bytes(range(0x40, 0x60))
SHORT, LONG = bytes(range(4)), bytes(range(0xC8))
SIGNATURE, TAGGED = b"Email Signature", b"My Tagged Application"
TUPLE = [bytes(range(3)), bytes(range(0x10, 0x16))]
PARALLEL = bytes(range(8)) + bytes(range(0x10, 0x18)) + bytes(range(0x20, 0x28))

SAMPLES: list[tuple[Callable[[Bench], bytes], str]] = [
    (
        lambda b: cshake(b, 128, SHORT, b"", SIGNATURE, 32),
        "C1C36925B6409A04F1B504FCBCA9D82B4017277CB5ED2B2065FC1D3814D5AAF5",
    ),
    (
        lambda b: cshake(b, 128, LONG, b"", SIGNATURE, 32),
        "C5221D50E4F822D96A2E8881A961420F294B7B24FE3D2094BAED2C6524CC166B",
    ),
    (
        lambda b: cshake(b, 256, SHORT, b"", SIGNATURE, 64),
        "D008828E2B80AC9D2218FFEE1D070C48B8E4C87BFF32C9699D5B6896EEE0EDD1"
        "64020E2BE0560858D9C00C037E34A96937C561A74C412BB4C746469527281C8C",
    ),
    (
        lambda b: kmac(b, 128, KEY, SHORT, b"", 32),
        "E5780B0D3EA6F7D3A429C5706AA43A00FADBD7D49628839E3187243F456EE14E",
    ),
    (
        lambda b: kmac(b, 128, KEY, SHORT, TAGGED, 32),
        "3B1FBA963CD8B0B59E8C1A6D71888B7143651AF8BA0A7070C0979E2811324AA5",
    ),
    (
        lambda b: kmac(b, 128, KEY, LONG, TAGGED, 32),
        "1F5B4E6CCA02209E0DCB5CA635B89A15E271ECC760071DFD805FAA38F9729230",
    ),
    (
        lambda b: kmac(b, 256, KEY, SHORT, TAGGED, 64),
        "20C570C31346F703C9AC36C61C03CB64C3970D0CFC787E9B79599D273A68D2F7"
        "F69D4CC3DE9D104A351689F27CF6F5951F0103F33F4F24871024D9C27773A8DD",
    ),
    (
        lambda b: kmac(b, 128, KEY, SHORT, b"", 32, 1),
        "CD83740BBD92CCC8CF032B1481A0F4460E7CA9DD12B08A0C4031178BACD6EC35",
    ),
    (
        lambda b: tuples(b, 128, TUPLE, b"", 32),
        "C5D8786C1AFB9B82111AB34B65B2C0048FA64E6D48E263264CE1707D3FFC8ED1",
    ),
    (
        lambda b: parallel(b, 128, PARALLEL, 8, b"", 32),
        "BA8DC1D1D979331D3F813603C67F72609AB5E44B94A0B8F9AF46514454A2B4F5",
    ),
    (
        lambda b: kangaroo(b, 7, b"", b"", 32),
        "1AC2D450FC3B4205D19DA7BFCA1B37513C0803577AC7167F06FE2CE1F0EF39E5",
    ),
    (
        lambda b: kangaroo(b, 8, b"", b"", 64),
        "B23D2E9CEA9F4904E02BEC06817FC10CE38CE8E93EF4C89E6537076AF8646404"
        "E3E8B68107B8833A5D30490AA33482353FD4ADC7148ECB782855003AAEBDE4A9",
    ),
]
"""NIST's example values for SP 800-185, and RFC 9861, 5."""


def drawn(bench: Bench) -> None:
    """One of each, of any lengths."""
    rng = bench.rng

    def some(longest: int) -> bytes:
        return rng.randbytes(rng.choice((0, 1, longest, rng.randrange(longest + 1))))

    message, custom, length = some(500), some(200), rng.choice((8, 32, 64, 300))
    for strength, shake, mac, tuple_hash in (
        (128, cSHAKE128, KMAC128, TupleHash128),
        (256, cSHAKE256, KMAC256, TupleHash256),
    ):
        function = some(9)
        found = cshake(bench, strength, message, function, custom, length)
        assert found == shake._new(message, custom, function).read(length)
        key = rng.randbytes(rng.randrange(strength // 8, 200))
        found = kmac(bench, strength, key, message, custom, length)
        expected = mac.new(key=key, data=message, custom=custom, mac_len=length).digest()
        assert found == expected
        items = [some(150) for _ in range(rng.randrange(1, 4))]
        expected = tuple_hash.new(digest_bytes=length, custom=custom)
        for item in items:
            expected.update(item)
        assert tuples(bench, strength, items, custom, length) == expected.digest()
        xof, block = rng.randrange(2), rng.choice((1, 8, 200, 700)) if len(message) < 20 else 200
        found = parallel(bench, strength, message, block, custom, length, xof)
        assert found == parallel_expected(strength, message, block, custom, length, xof)
    for code, name in enumerate(("sha3_224", "sha3_256", "sha3_384", "sha3_512")):
        key = some(300)
        expected = hmac.digest(key, message, name)
        wanted = rng.choice((len(expected), rng.randrange(1, len(expected))))
        assert hmac_sha3(bench, code, key, message, wanted) == expected[:wanted]
    sizes = [len(message)]
    if setting("chunks", 1):
        sizes.append(rng.choice((8191 - len(custom), 8192, 8193, 2 * 8192 + 5)))
    for size in sizes:
        whole = rng.randbytes(size)
        expected = KangarooTwelve.new(data=whole, custom=custom).read(length)
        assert kangaroo(bench, 7, whole, custom, length) == expected
        assert kangaroo(bench, 8, whole, custom, length) == kt256_expected(whole, custom, length)


STREAM_BYTES = 400
"""Of the memory of a ``hash_stream_t``, on this machine."""

STATE, BLOCK, POINTER = slice(0, 200), slice(200, 368), slice(368, 376)
ALGORITHM, STATUS, FIELDS = slice(376, 380), slice(380, 384), slice(384, 389)
"""Its state, block, device, algorithm, status, and fields of a byte."""

SEALER, TAG = 0x2000, 0x1F800
"""Places of a ``hash_seal_t`` and of seals."""


def seals(bench: Bench, outside: model.Memory) -> None:
    """A stream that is put away goes on, and nothing else does."""
    rng, memory = bench.rng, bench.device.memory
    key, context = rng.randbytes(40), rng.randbytes(rng.choice((0, 9, 300)))

    def seal(name: str, *arguments: Any) -> int:
        return bench.device.stream(f"hash_seal_{name}", SEALER, *arguments)

    def sealed(name: str, given: bytes = context) -> int:
        place = bench.put(STRINGS, given)
        return seal(name, Place(OBJECT), place, len(given), Place(TAG))

    def keep() -> bytes:
        return bytes(memory[OBJECT : OBJECT + STREAM_BYTES])

    assert seal("init", DEVICE, bench.put(STRINGS, key), len(key)) == model.OK
    assert key not in bytes(memory[SEALER : SEALER + 0x400])
    message, length = rng.randbytes(400), 300
    expected = hashlib.shake_256(message).digest(length)
    # At the start, within the first block, at a block's end, within another, between outputs.
    for absorbed, given in ((0, 0), (5, 0), (272, 0), (200, 0), (400, 0), (400, 150)):
        bench.call("stream_init", DEVICE, 5, 0)
        bench.update("stream_update", message[:absorbed])
        found = bench.output("stream_final", given) if given else b""
        assert sealed("close") == model.OK
        kept, tag = keep(), bytes(memory[TAG : TAG + 32])
        covered = kept[FIELDS] + kept[ALGORITHM] + kept[STATE] + kept[BLOCK] + context
        mac = KMAC256.new(key=key, data=covered, mac_len=32, custom=b"hash_stream 1")
        assert tag == mac.digest()
        # Changed by a bit anywhere; the seal is; the context is.
        places = [*range(POINTER.start), *range(ALGORITHM.start, ALGORITHM.stop)]
        places += range(FIELDS.start, FIELDS.stop)
        for at in rng.sample(places, 3) + rng.sample(places[-9:], 1):
            bench.put(OBJECT, kept)
            memory[at] ^= 1 << rng.randrange(8)
            assert sealed("open") == SEAL, (at, absorbed, given)
            assert not any(keep()[STATE]) and not any(keep()[BLOCK])
            bench.call("stream_update", Place(PIECES), 200, expected=SEAL)
            bench.call("stream_squeeze", Place(PIECES), 1, expected=SEAL)
            assert sealed("close") == SEAL
        bench.put(OBJECT, kept)
        memory[TAG + rng.randrange(32)] ^= 0x10
        assert sealed("open") == SEAL
        bench.put(TAG, tag)
        bench.put(OBJECT, kept)
        assert sealed("open", context + b"1") == SEAL
        # As it was, whatever stands for device and status.
        bench.put(OBJECT, kept)
        memory[POINTER], memory[STATUS] = rng.randbytes(8), rng.randbytes(4)
        assert sealed("open") == model.OK
        bench.update("stream_update", message[absorbed:])
        name = "stream_squeeze" if given else "stream_final"
        assert found + bench.output(name, length - given) == expected
    # An error of memory, with which no stream is opened, and none is lost
    bench.call("stream_init", DEVICE, 5, 0)
    assert sealed("close") == model.OK
    kept, tag = keep(), bytes(memory[TAG : TAG + 32])
    outside.bad = set(cases.words(outside, bench.device.MEMORY + SEALER, 0x400))
    assert sealed("open") == model.BUS
    assert keep()[: STATUS.start] == kept[: STATUS.start] and keep()[FIELDS] == kept[FIELDS]
    bench.call("stream_update", Place(PIECES), 200, expected=model.BUS)
    memory[STATUS] = bytes(4)
    bench.put(TAG, bytes(32))
    assert sealed("close") == model.BUS
    assert not any(memory[TAG : TAG + 32])
    outside.bad = set()
    bench.put(TAG, tag)
    assert sealed("open") == model.OK
    # Another key
    assert seal("init", DEVICE, bench.put(STRINGS, key[1:]), len(key) - 1) == model.OK
    assert sealed("open") == SEAL
    seal("clear")
    assert not any(memory[SEALER : SEALER + 2 * STREAM_BYTES])


@cocotb.test()
async def modes(dut: Any) -> None:
    """Samples, and drawn ones."""
    host = await model.start(dut, stall=0.0, latency=2)
    read, write, _ = cases.channel(host)

    def session() -> None:
        device = Driver(os.environ["BUS_DRIVER"], read, write)
        host.memory.share(device.MEMORY, device.memory)
        host.memory.outputs = [(device.MEMORY, device.MEMORY + len(device.memory))]
        assert device.init(cases.BASE) == model.OK
        bench = Bench(device, host.rng)
        for sample, expected in SAMPLES:
            assert sample(bench) == bytes.fromhex(expected)
        for _ in range(setting("rounds_drawn", 1)):
            drawn(bench)
            seals(bench, host.memory)
        bench.call("hmac_init", DEVICE, 4, Place(STRINGS), 0, expected=model.ALGORITHM)
        bench.call("kangaroo_init", DEVICE, 5, expected=model.ALGORITHM)

    await bridge(session)()
    assert not host.memory.strays, host.memory.strays
