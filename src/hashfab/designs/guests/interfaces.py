# SPDX-License-Identifier: Apache-2.0
"""The interfaces that a guest may have: those of a family, whose harness then drives it.

The ports are those of ``keccak_engine``, ``hash_axis`` and ``hash_accel``, whose heads say what
each of them does.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hashfab.designs.model import Value

BEATS = {
    "state": ("none", 1600),
    "plane": ("plane", 320),
    "lane": ("lane", 64),
    "slice": ("slice", 50),
}
"""What a beat may be: the engine's fold of that name, and the beat's bits."""

TAG_BITS = 3
"""Of an engine's tags, which tell apart the states inside and one that is on its way in."""

ADDRESS_BITS = LENGTH_BITS = 32
ID_BITS = 4
STREAM_BITS = 64
USER_BITS = LENGTH_BITS + 8 + 4
"""What the harnesses drive."""


@dataclass(frozen=True)
class Port:
    """A port besides clock and reset.

    Attributes:
        name: which tells its direction, too.
        bits: of it.
        absent: whether the guest is without it.
    """

    name: str
    bits: int = 1
    absent: bool = False

    @property
    def is_input(self) -> bool:
        """Whether it is the guest's input."""
        if self.name.startswith(("s_axis", "m_axis")):
            return self.name.startswith("s_axis") != self.name.endswith("tready")
        return self.name.endswith("_i")


@dataclass(frozen=True)
class Channel:
    """Ports with valid and ready, whose rules are checked in each simulation.

    Attributes:
        name: of the checker.
        valid, ready: the ports.
        payload: those that stay as they are until they are taken.
    """

    name: str
    valid: str
    ready: str
    payload: tuple[str, ...]


@dataclass(frozen=True)
class Tags:
    """Transactions by tag, which are checked as well.

    Attributes:
        name: of the checker.
        opens, closes: the channels that open and close one.
        open_tag, close_tag: the ports with the tag.
        most: of one tag that may be open.
    """

    name: str
    opens: str
    open_tag: str
    closes: str
    close_tag: str
    most: int = 1


class Interface(ABC):
    """One of them, with what a guest's file says of it.

    Attributes:
        name: of the family.
        whole_message: whether it takes whole messages.
    """

    name: ClassVar[str]
    whole_message: ClassVar[bool] = True

    @abstractmethod
    def shape(self) -> dict[str, Value]:
        """What the harness is told; see ``Family.shape``."""

    @abstractmethod
    def ports(self) -> tuple[Port, ...]:
        """All that the harness drives and looks at."""

    @classmethod
    @abstractmethod
    def channels(cls) -> tuple[Channel, ...]:
        """Those of them with valid and ready."""

    def tags(self) -> tuple[Tags, ...]:
        """The transactions that have tags."""
        return ()


@dataclass(frozen=True)
class Engine(Interface):
    """A permutation by beats.

    Attributes:
        beat: what one beat is, of ``BEATS``.
        states: that it holds at once.
        tagged: whether it has the ports of the tags; results come in order if not.
        turbo: whether it has that of the number of rounds; there are 24 if not.
    """

    beat: str
    states: int
    tagged: bool
    turbo: bool

    name: ClassVar[str] = "engine"
    whole_message: ClassVar[bool] = False

    @property
    def beats(self) -> int:
        """Of a state."""
        return 1600 // BEATS[self.beat][1]

    def shape(self) -> dict[str, Value]:
        """As of ``engine``."""
        return {"fold": BEATS[self.beat][0], "stages": self.states}

    def ports(self) -> tuple[Port, ...]:
        """Of ``keccak_engine``."""
        bits = BEATS[self.beat][1]
        return (
            Port("valid_i"),
            Port("ready_o"),
            Port("data_i", bits),
            Port("turbo_i", absent=not self.turbo),
            Port("tag_i", TAG_BITS, absent=not self.tagged),
            Port("valid_o"),
            Port("ready_i"),
            Port("data_o", bits),
            Port("tag_o", TAG_BITS, absent=not self.tagged),
        )

    @classmethod
    def channels(cls) -> tuple[Channel, ...]:
        """In and out."""
        return (
            Channel("in", "valid_i", "ready_o", ("data_i", "turbo_i", "tag_i")),
            Channel("out", "valid_o", "ready_i", ("data_o", "tag_o")),
        )


@dataclass(frozen=True)
class Stream(Interface):
    """A sponge between two AXI4-Streams.

    Attributes:
        messages: that it holds at once.
    """

    messages: int

    name: ClassVar[str] = "stream"

    def shape(self) -> dict[str, Value]:
        """How many messages there are."""
        return {"messages": self.messages}

    def ports(self) -> tuple[Port, ...]:
        """Of ``hash_axis``."""
        words = (("tdata", STREAM_BITS), ("tkeep", STREAM_BITS // 8), ("tlast", 1))
        return tuple(
            Port(f"{side}_axis_{signal}", bits)
            for side, user in (("s", USER_BITS), ("m", 1))
            for signal, bits in (("tvalid", 1), ("tready", 1), *words, ("tuser", user))
        )

    @classmethod
    def channels(cls) -> tuple[Channel, ...]:
        """In and out."""
        return tuple(
            Channel(
                name,
                f"{side}_axis_tvalid",
                f"{side}_axis_tready",
                tuple(f"{side}_axis_{part}" for part in ("tdata", "tkeep", "tlast", "tuser")),
            )
            for name, side in (("in", "s"), ("out", "m"))
        )


@dataclass(frozen=True)
class Accel(Interface):
    """Commands, and a port to memory.

    Attributes:
        width: bits of the port.
        commands: that it holds at once.
        read_tag_bits, write_tag_bits: of the tags of its accesses.
    """

    width: int
    commands: int
    read_tag_bits: int
    write_tag_bits: int

    name: ClassVar[str] = "accel"

    def shape(self) -> dict[str, Value]:
        """As of ``accel``: commands that are being read, and no state beside them."""
        return {"width": self.width, "contexts": self.commands, "units": 1, "stages": 1}

    def ports(self) -> tuple[Port, ...]:
        """Of ``hash_accel``."""
        return (
            Port("cmd_valid_i"),
            Port("cmd_ready_o"),
            Port("cmd_id_i", ID_BITS),
            Port("cmd_alg_i", 4),
            Port("cmd_domain_i", 8),
            Port("cmd_msg_addr_i", ADDRESS_BITS),
            Port("cmd_msg_len_i", LENGTH_BITS),
            Port("cmd_out_addr_i", ADDRESS_BITS),
            Port("cmd_out_len_i", LENGTH_BITS),
            Port("rd_req_valid_o"),
            Port("rd_req_ready_i"),
            Port("rd_req_addr_o", ADDRESS_BITS),
            Port("rd_req_tag_o", self.read_tag_bits),
            Port("rd_rsp_valid_i"),
            Port("rd_rsp_ready_o"),
            Port("rd_rsp_tag_i", self.read_tag_bits),
            Port("rd_rsp_data_i", self.width),
            Port("rd_rsp_error_i"),
            Port("wr_req_valid_o"),
            Port("wr_req_ready_i"),
            Port("wr_req_addr_o", ADDRESS_BITS),
            Port("wr_req_strb_o", self.width // 8),
            Port("wr_req_data_o", self.width),
            Port("wr_req_tag_o", self.write_tag_bits),
            Port("wr_rsp_valid_i"),
            Port("wr_rsp_ready_o"),
            Port("wr_rsp_tag_i", self.write_tag_bits),
            Port("wr_rsp_error_i"),
            Port("done_valid_o"),
            Port("done_ready_i"),
            Port("done_id_o", ID_BITS),
            Port("done_error_o"),
        )

    @classmethod
    def channels(cls) -> tuple[Channel, ...]:
        """A command's way in, four to memory, and its way out."""
        command = tuple(
            f"cmd_{part}_i"
            for part in ("id", "alg", "domain", "msg_addr", "msg_len", "out_addr", "out_len")
        )
        write = tuple(f"wr_req_{part}_o" for part in ("addr", "strb", "data", "tag"))
        return (
            Channel("cmd", "cmd_valid_i", "cmd_ready_o", command),
            _out("rd_req", ("rd_req_addr_o", "rd_req_tag_o")),
            _in("rd_rsp", ("rd_rsp_tag_i", "rd_rsp_data_i", "rd_rsp_error_i")),
            _out("wr_req", write),
            _in("wr_rsp", ("wr_rsp_tag_i", "wr_rsp_error_i")),
            _out("done", ("done_id_o", "done_error_o")),
        )

    def tags(self) -> tuple[Tags, ...]:
        """Of accesses and commands; several writes may have one tag."""
        return (
            Tags("rd_tag", "rd_req", "rd_req_tag_o", "rd_rsp", "rd_rsp_tag_i"),
            Tags("wr_tag", "wr_req", "wr_req_tag_o", "wr_rsp", "wr_rsp_tag_i", most=63),
            Tags("id", "cmd", "cmd_id_i", "done", "done_id_o"),
        )


def _out(name: str, payload: tuple[str, ...]) -> Channel:
    return Channel(name, f"{name}_valid_o", f"{name}_ready_i", payload)


def _in(name: str, payload: tuple[str, ...]) -> Channel:
    return Channel(name, f"{name}_valid_i", f"{name}_ready_o", payload)


INTERFACES: Mapping[str, type[Interface]] = {each.name: each for each in (Engine, Stream, Accel)}
"""By name."""
