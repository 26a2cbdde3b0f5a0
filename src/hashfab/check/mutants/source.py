# SPDX-License-Identifier: Apache-2.0
"""Where SystemVerilog can be given a small defect, found in what slang elaborates.

A mutation takes an expression for another one. It is looked for where values are computed: on the
right of assignments, in conditions, selectors and connections of inputs, in functions. What is
evaluated at elaboration (parameters, dimensions, generate conditions, functions that these call)
and what is for simulation only (``ifndef SYNTHESIS``, ``ifdef RVFI``) stays as it is.

========== ==================================================================================
operator   what it does
========== ==================================================================================
negate     of a condition or of a bit: its negation
never      of a condition or of a bit: 0
always     of a condition or of a bit: 1
swap       another operator: & and |, ^ and |, + and -, == and !=, < and <=, << and >>, ...
left       of two operands the left one only
right      of two operands the right one only
drop       without its ~ or !
literal    a number's lowest bit flipped; '0 for '1
zero       of an assigned vector: 0
flip       of an assigned vector: its lowest bit flipped
hold       an assignment that does nothing
========== ==================================================================================
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyslang
from pyslang import ast, driver, syntax

from hashfab.errors import WorkFailed


@dataclass(frozen=True, order=True)
class Mutation:
    """One expression for another.

    Attributes:
        file: the name of the file.
        start: the expression's first byte in it.
        end: the byte behind its last.
        line: of the first byte, from 1 on.
        operator: as in the table above.
        before: the expression.
        after: what it becomes.
        context: the line's text.
    """

    file: str
    start: int
    end: int
    line: int
    operator: str
    before: str
    after: str
    context: str

    @property
    def change(self) -> str:
        """What becomes what, on a line of its own."""
        return f"{_one_line(self.before)} -> {_one_line(self.after)}"

    @property
    def key(self) -> str:
        """What tells it from others, wherever the line moves to."""
        return f"{self.file}: {self.context}: {self.change}"


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


SWAPS = {
    "Add": "-",
    "Subtract": "+",
    "BinaryAnd": "|",
    "BinaryOr": "&",
    "BinaryXor": "|",
    "Equality": "!=",
    "Inequality": "==",
    "GreaterThanEqual": ">",
    "GreaterThan": ">=",
    "LessThanEqual": "<",
    "LessThan": "<=",
    "LogicalAnd": "||",
    "LogicalOr": "&&",
    "LogicalShiftLeft": ">>",
    "LogicalShiftRight": "<<",
    "ArithmeticShiftRight": ">>",
}
"""The operator that each one is taken for."""

EITHER = {"Add", "Subtract", "BinaryAnd", "BinaryOr", "BinaryXor", "LogicalAnd", "LogicalOr"}
"""Operators of which one operand can stand alone."""

UNTOUCHED = ("clk_i", "rst_ni")
"""Signals whose connections stay: nothing works without them."""

VALUE_CALLS = {"$signed", "$unsigned", "$countones", "$onehot", "$onehot0"}
"""System functions whose arguments are values."""


def find(top: str, files: Sequence[Path], parameters: Mapping[str, int]) -> list[Mutation]:
    """Every mutation of what a top is made of, in the order of the source.

    Args:
        top: the top module.
        files: SystemVerilog, packages first; no two of the same name.
        parameters: of the top.

    Raises:
        WorkFailed: slang refuses the source.
    """
    tool, compilation = _elaborated(top, files, parameters)
    walk = _Walk(tool.sourceManager, _elaboration_functions(compilation.getSyntaxTrees()))
    for instance in compilation.getRoot().topInstances:
        walk.scope(instance.body)
    return sorted(walk.found.values())


@dataclass(frozen=True)
class Port:
    """A port of a top.

    Attributes:
        name: of the port.
        bits: its width.
        output: whether the top drives it.
    """

    name: str
    bits: int
    output: bool


def ports(top: str, files: Sequence[Path], parameters: Mapping[str, int]) -> list[Port]:
    """The ports of a top. Arguments and errors as of ``find``."""
    # The tool owns what the compilation points at.
    _tool, compilation = _elaborated(top, files, parameters)
    body = compilation.getRoot().topInstances[0].body
    return [
        Port(port.name, port.type.bitWidth, port.direction == ast.ArgumentDirection.Out)
        for port in body.portList
        if isinstance(port, ast.PortSymbol)
    ]


def _elaborated(
    top: str, files: Sequence[Path], parameters: Mapping[str, int]
) -> tuple[driver.Driver, ast.Compilation]:
    tool = driver.Driver()
    tool.addStandardArgs()
    generics = " ".join(f"-G {name}={value}" for name, value in parameters.items())
    names = " ".join(f'"{path}"' for path in files)
    command = f"slang --top {top} -DSYNTHESIS {generics} {names}"
    if not (tool.parseCommandLine(command) and tool.processOptions() and tool.parseAllSources()):
        raise WorkFailed(f"slang cannot read the sources of {top}")
    compilation = tool.createCompilation()
    if any(diagnostic.isError() for diagnostic in compilation.getAllDiagnostics()):
        raise WorkFailed(f"slang refuses {top}")
    return tool, compilation


def _elaboration_functions(trees: Iterable[syntax.SyntaxTree]) -> set[str]:
    """The names of functions that something evaluated at elaboration calls."""
    calls: dict[str | None, set[str]] = {}

    def visit(node: object) -> None:
        if isinstance(node, syntax.InvocationExpressionSyntax):
            name = re.split(r"::|\.", str(node.left).strip())[-1]
            calls.setdefault(_caller(node), set()).add(name)

    for tree in trees:
        tree.root.visit(visit)
    found: set[str] = set()
    ahead = set(calls.get(None, ()))
    while ahead:
        name = ahead.pop()
        found.add(name)
        ahead |= calls.get(name, set()) - found
    return found


RUN_TIME = (
    syntax.ContinuousAssignSyntax,
    syntax.ProceduralBlockSyntax,
    syntax.PortConnectionSyntax,
    syntax.ConcurrentAssertionStatementSyntax,
)


def _caller(node: syntax.SyntaxNode) -> str | None:
    """Who calls: a function by its name, "" for what runs, None for what is elaborated."""
    parent = node.parent
    while parent is not None:
        if isinstance(parent, syntax.FunctionDeclarationSyntax):
            return str(parent.prototype.name).strip()
        if isinstance(parent, RUN_TIME):
            return ""
        if isinstance(parent, syntax.DeclaratorSyntax | syntax.VariableDimensionSyntax):
            return None
        parent = parent.parent
    return None


class _Walk:
    """Goes over an elaborated design and collects mutations; each place counts once."""

    def __init__(self, manager: pyslang.SourceManager, elaborated: set[str]) -> None:
        self.found: dict[tuple[str, int, int, str], Mutation] = {}
        self._manager = manager
        self._elaborated = elaborated
        self._functions: set[int] = set()
        self._sources: dict[str, bytes] = {}
        self._defaults: set[str] = set()  # what an always_comb assigned before any branch

    # Symbols

    def scope(self, scope: Iterable[ast.Symbol]) -> None:
        for member in scope:
            if isinstance(member, ast.ContinuousAssignSymbol):
                self._assignment(member.assignment, can_hold=False)
            elif isinstance(member, ast.ProceduralBlockSymbol):
                self._procedure(member)
            elif isinstance(member, ast.InstanceSymbol):
                self._connections(member)
                self.scope(member.body)
            elif isinstance(member, ast.InstanceArraySymbol):
                self.scope(member.elements)
            elif isinstance(member, ast.GenerateBlockArraySymbol):
                for entry in member.entries:
                    self.scope(entry)
            elif isinstance(member, ast.GenerateBlockSymbol) and not member.isUninstantiated:
                self.scope(member)

    def _connections(self, instance: ast.InstanceSymbol) -> None:
        for connection in instance.portConnections:
            port, value = connection.port, connection.expression
            if (
                isinstance(port, ast.PortSymbol)
                and port.direction == ast.ArgumentDirection.In
                and port.name not in UNTOUCHED
                and value is not None
            ):
                self._value(value)

    def _procedure(self, block: ast.ProceduralBlockSymbol) -> None:
        kinds = ast.ProceduralBlockKind
        if block.procedureKind in (kinds.AlwaysComb, kinds.AlwaysFF, kinds.Always):
            self._defaults = set()
            self._statement(block.body, top=True)

    def _function(self, function: ast.SubroutineSymbol) -> None:
        if function.name in self._elaborated or hash(function.location) in self._functions:
            return
        self._functions.add(hash(function.location))
        kept, self._defaults = self._defaults, set()
        self._statement(function.body, top=True)
        self._defaults = kept

    # Statements. `top`: not within a branch.

    def _statement(self, statement: ast.Statement | None, top: bool = False) -> None:
        match statement:
            case ast.StatementList():
                for each in statement.list:
                    self._statement(each, top)
            case ast.BlockStatement():
                self._statement(statement.body, top)
            case ast.TimedStatement():
                self._statement(statement.stmt, top)
            case ast.ConditionalStatement():
                for condition in statement.conditions:
                    self._condition(condition.expr)
                self._statement(statement.ifTrue)
                self._statement(statement.ifFalse)
            case ast.CaseStatement():
                self._inside(statement.expr)
                for item in statement.items:
                    self._statement(item.stmt)
                self._statement(statement.defaultCase)
            case ast.ForLoopStatement():
                self._statement(statement.body, top)
            case ast.ExpressionStatement():
                if isinstance(statement.expr, ast.AssignmentExpression):
                    self._assignment(statement.expr, can_hold=True)
                    if top:
                        self._defaults.add(self._text(statement.expr.left))
                else:
                    self._inside(statement.expr)
            case ast.ReturnStatement() if statement.expr is not None:
                self._value(statement.expr)
            case ast.VariableDeclStatement() if statement.symbol.initializer is not None:
                self._value(statement.symbol.initializer)
            case _:
                pass

    def _assignment(self, assignment: ast.Expression, can_hold: bool) -> None:
        assert isinstance(assignment, ast.AssignmentExpression)
        left, value = assignment.left, _stripped(assignment.right)
        if assignment.isCompound:
            # x ^= y is x = x ^ y: the operand is what its source has.
            if isinstance(value, ast.BinaryExpression):
                self._value(value.right)
            return
        target = self._text(left)
        if target.startswith("unused"):
            return
        known = assignment.isNonBlocking or target in self._defaults
        if can_hold and known and not self._is_pattern(value):
            self._add(value, "hold", target)
        self._value(value)

    # Expressions

    def _value(self, given: ast.Expression) -> None:
        """What is assigned or connected: it is judged as a whole, and inside."""
        value = _stripped(given)
        kind = value.type
        literal = isinstance(value, ast.IntegerLiteral | ast.UnbasedUnsizedIntegerLiteral)
        if kind.isIntegral and not kind.isSigned and not kind.isEnum and not literal:
            if kind.bitWidth == 1 and given.type.bitWidth == 1:
                self._bit(value)
            elif not self._is_pattern(value):
                self._add(value, "zero", "'0")
                if not kind.isStruct and kind.bitWidth > 1:
                    self._add(value, "flip", f"({self._text(value)}) ^ {kind.bitWidth}'d1")
        self._inside(value)

    def _condition(self, given: ast.Expression) -> None:
        value = _stripped(given)
        self._bit(value)
        self._inside(value)

    def _bit(self, value: ast.Expression) -> None:
        self._add(value, "negate", f"!({self._text(value)})")
        self._add(value, "never", "1'b0")
        self._add(value, "always", "1'b1")

    def _inside(self, given: ast.Expression) -> None:
        value = _stripped(given)
        match value:
            case ast.IntegerLiteral() | ast.UnbasedUnsizedIntegerLiteral():
                self._literal(value)
            case ast.UnaryExpression():
                if value.op in (ast.UnaryOperator.BitwiseNot, ast.UnaryOperator.LogicalNot):
                    self._add(value, "drop", f"({self._text(value.operand)})")
                self._inside(value.operand)
            case ast.BinaryExpression():
                self._binary(value)
            case ast.ConditionalExpression():
                for condition in value.conditions:
                    self._condition(condition.expr)
                self._inside(value.left)
                self._inside(value.right)
            case ast.ConcatenationExpression():
                for operand in value.operands:
                    self._inside(operand)
            case ast.ReplicationExpression():
                self._inside(value.concat)
            case ast.ElementSelectExpression():
                self._inside(value.value)
            case ast.RangeSelectExpression() | ast.MemberAccessExpression():
                self._inside(value.value)
            case ast.ConversionExpression():
                self._inside(value.operand)
            case ast.StructuredAssignmentPatternExpression():
                for setter in value.memberSetters:
                    self._value(setter.expr)
            case ast.CallExpression():
                self._call(value)
            case _:
                pass

    def _binary(self, value: ast.BinaryExpression) -> None:
        left, right = self._text(value.left), self._text(value.right)
        name = value.op.name
        if name in SWAPS:
            self._add(value, "swap", f"({left}) {SWAPS[name]} ({right})")
        if name in EITHER:
            self._add(value, "left", f"({left})")
            self._add(value, "right", f"({right})")
        self._inside(value.left)
        self._inside(value.right)

    def _literal(self, value: ast.Expression) -> None:
        text = self._text(value)
        if text in ("'0", "'1"):
            self._add(value, "literal", {"'0": "'1", "'1": "'0"}[text])
        elif text.isdigit():
            self._add(value, "literal", str(int(text) ^ 1))
        elif re.fullmatch(r"\d+'[hbd][0-9a-fA-F_]+", text):
            self._add(value, "literal", f"{text} ^ {text.split(chr(39))[0]}'d1")

    def _call(self, value: ast.CallExpression) -> None:
        if value.isSystemCall and value.subroutineName not in VALUE_CALLS:
            return
        for argument in value.arguments:
            self._inside(argument)
        if isinstance(value.subroutine, ast.SubroutineSymbol):
            self._function(value.subroutine)

    # Source

    def _is_pattern(self, value: ast.Expression) -> bool:
        return self._text(value).startswith("'{")

    def _text(self, value: ast.Expression) -> str:
        location = value.sourceRange
        name = self._manager.getFileName(location.start)
        if name not in self._sources:
            self._sources[name] = self._manager.getSourceText(location.start.buffer).encode()
        return self._sources[name][location.start.offset : location.end.offset].decode()

    def _add(self, value: ast.Expression, operator: str, after: str) -> None:
        start, end = value.sourceRange.start, value.sourceRange.end
        before = self._text(value)
        path = self._manager.getFileName(start)
        source = self._sources[path]
        # `.name` alone, or `.*`, is both a port and what it is connected to.
        implied = before == ".*" or source[start.offset - 1 : start.offset] == b"."
        if implied or before in UNTOUCHED:
            return
        # A reset that is not there is a defect; its opposite is none that anybody would miss.
        if before == "!rst_ni" and operator != "never":
            return
        # The type of a choice between signed and unsigned is unsigned; that of an enumeration
        # and a number is none.
        if operator not in ("hold", "literal") and (value.type.isSigned or value.type.isEnum):
            return
        text = source.decode().splitlines()
        line = source.count(b"\n", 0, start.offset) + 1
        mutation = Mutation(
            Path(path).name,
            start.offset,
            end.offset,
            line,
            operator,
            before,
            after,
            text[line - 1].strip(),
        )
        self.found.setdefault((mutation.file, mutation.start, mutation.end, after), mutation)


def _stripped(value: ast.Expression) -> ast.Expression:
    """The expression as it was written, without the conversions that its place implies."""
    while isinstance(value, ast.ConversionExpression) and value.isImplicit:
        value = value.operand
    return value


def instrumented(text: bytes, package: str, chosen: Mapping[int, Mutation]) -> bytes:
    """A file's text with all chosen mutations in it, each behind a comparison with its number.

    Args:
        text: of the file.
        package: whose ``Selected`` is the number.
        chosen: of this file, by number.
    """
    edits: list[tuple[int, int, int, bytes]] = []
    for number, mutation in chosen.items():
        length = mutation.end - mutation.start
        opening = f"(({package}::Selected == {number}) ? ({mutation.after}) : ("
        # At one place, what ends there comes before what begins, the inner end before the outer
        # one, the outer beginning before the inner one. Equal ranges nest by their number.
        edits.append((mutation.start, 1, -length * 10**6 + number, opening.encode()))
        edits.append((mutation.end, 0, length * 10**6 - number, b"))"))
    pieces = []
    at = 0
    for place, _, _, insertion in sorted(edits):
        pieces += [text[at:place], insertion]
        at = place
    return b"".join([*pieces, text[at:]])


def mutated(text: bytes, mutation: Mutation) -> bytes:
    """A file's text with one mutation in it, for good."""
    return text[: mutation.start] + f"({mutation.after})".encode() + text[mutation.end :]
