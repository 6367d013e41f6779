"""Makes mutants of a source: small changes to its text, each with a name that lasts."""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

COMPARISONS: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.LtE(), ast.GtE()),
    ast.LtE: (ast.Lt(), ast.Gt()),
    ast.Gt: (ast.GtE(), ast.LtE()),
    ast.GtE: (ast.Gt(), ast.Lt()),
    ast.Eq: (ast.NotEq(),),
    ast.NotEq: (ast.Eq(),),
    ast.Is: (ast.IsNot(),),
    ast.IsNot: (ast.Is(),),
    ast.In: (ast.NotIn(),),
    ast.NotIn: (ast.In(),),
}
ARITHMETIC: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.BitAnd: ast.BitOr(),
    ast.BitOr: ast.BitAnd(),
}
DROPPED = (ast.Assign, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
STORAGE = "STATE"  # not mutated: a wider array in the record changes nothing


@dataclass(frozen=True)
class Mutant:
    path: str  # of the source, relative to the repository
    function: str  # the outermost one around the change, "" at module level
    line: int  # the first line of the changed statement
    start: int  # the first byte that is replaced
    end: int
    new: str
    id: str

    def source(self) -> str:
        text = read(self.path)
        return (text[: self.start] + self.new.encode() + text[self.end :]).decode()

    def is_drawn(self, share: float) -> bool:
        """Return whether it is among this share of all mutants, whatever else the sources hold."""
        return int(hashlib.sha256(self.id.encode()).hexdigest()[:8], 16) < share * 16**8


@cache
def read(path: str) -> bytes:
    return (ROOT / path).read_bytes()


def mutants_of(path: str) -> list[Mutant]:
    """Return every mutant of a source, in the order of its text."""
    seen: Counter[str] = Counter()
    found = []
    for place in places(path):
        for new in changes(place):
            told = f"{path.removeprefix('src/pasch/')} {place.name}: "
            told += f"{short(ast.unparse(place.node))} -> {short(new)}"
            seen[told] += 1
            name = told if seen[told] == 1 else f"{told} #{seen[told]}"
            start, end = span(path, place.node)
            text = new + "\n" * read(path)[start:end].count(b"\n")  # later code keeps its lines
            text = text if isinstance(place.node, ast.stmt) else f"({text})"
            found.append(
                Mutant(path, place.function, place.statement.lineno, start, end, text, name)
            )
    return found


def short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:69] + "…"


def span(path: str, node: ast.stmt | ast.expr) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    before = [0]
    for line in read(path).splitlines(keepends=True):
        before.append(before[-1] + len(line))
    start = before[node.lineno - 1] + node.col_offset
    return start, before[node.end_lineno - 1] + node.end_col_offset


@dataclass(frozen=True)
class Place:
    node: ast.stmt | ast.expr
    statement: ast.stmt
    function: str
    forced: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The function, or what the module defines here."""
        return self.function or ast.unparse(self.statement).partition(" ")[0].rstrip(",")


def places(path: str) -> Iterator[Place]:
    return inside(ast.parse(read(path)).body, (), "")


def inside(body: list[ast.stmt], scope: tuple[str, ...], function: str) -> Iterator[Place]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from inside(statement.body, (*scope, statement.name), function)
        elif isinstance(statement, FUNCTIONS):
            name = function or ".".join((*scope, statement.name))
            yield from inside(statement.body, scope, name)
        elif not is_left_alone(statement):
            yield Place(statement, statement, function)
            yield from expressions(statement, statement, function)
            for _, value in ast.iter_fields(statement):
                for block in blocks(value):
                    yield from inside(block, scope, function)


def is_left_alone(statement: ast.stmt) -> bool:
    """Return whether this is an import, an assertion, a docstring, or how the record is stored."""
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0]) == STORAGE
    plain_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return plain_text or isinstance(statement, ast.Import | ast.ImportFrom | ast.Assert)


def blocks(value: object) -> Iterator[list[ast.stmt]]:
    """Yield the statements below a statement's field."""
    if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
        yield value
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, ast.ExceptHandler | ast.match_case):
                yield part.body


def expressions(node: ast.AST, statement: ast.stmt, function: str) -> Iterator[Place]:
    """Yield the expressions of one statement, less its annotations and formatted texts."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if name == "annotation" or isinstance(child, ast.JoinedStr):
                continue
            if isinstance(child, ast.expr):
                yield Place(child, statement, function, forced(node, name))
            if isinstance(child, ast.expr | ast.keyword | ast.comprehension | ast.withitem):
                yield from expressions(child, statement, function)


def forced(parent: ast.AST, field: str) -> tuple[str, ...]:
    """Return what a condition is forced to be; not every loop has to be tried without end."""
    if field not in ("test", "ifs"):
        return ()
    return ("False",) if isinstance(parent, ast.While) else ("True", "False")


def changes(place: Place) -> Iterator[str]:
    """Yield what may stand there instead."""
    node = place.node
    if isinstance(node, ast.stmt):
        if place.function:
            yield from statement_changes(node)
        return
    yield from place.forced
    yield from expression_changes(node)


def statement_changes(node: ast.stmt) -> Iterator[str]:
    call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await)
    if call or isinstance(node, DROPPED):
        yield "pass"
    if isinstance(node, ast.Return) and node.value and ast.unparse(node.value) != "None":
        yield "return None"
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield ast.unparse(ast.AugAssign(node.target, ARITHMETIC[type(node.op)], node.value))


def expression_changes(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                ops = [*node.ops[:i], other, *node.ops[i + 1 :]]
                yield ast.unparse(ast.Compare(node.left, ops, node.comparators))
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)], node.right))
    elif isinstance(node, ast.BoolOp):
        other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.unparse(ast.BoolOp(other_op, node.values))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (str(node.value + 1), str(node.value - 1))
