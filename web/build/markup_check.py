"""A mypy plugin: HTML in `Markup(...)` may contain only literals, numbers and other `Markup`.

Other strings must pass through `engine.html.text`, which escapes them; mypy reports a missing escape. Unlike a library
that escapes at run time, this costs the page neither bytes nor time.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from mypy.nodes import CallExpr, ConditionalExpr, Expression, GeneratorExpr, ListExpr, MemberExpr, OpExpr, StrExpr
from mypy.plugin import FunctionContext, Plugin
from mypy.types import Instance, LiteralType, Type, UnionType, get_proper_type

MARKUP = "engine.html.Markup"
SAFE = {MARKUP, "builtins.int", "builtins.float", "builtins.bool"}
SEQUENCES = {
    "builtins.list",
    "builtins.map",
    "builtins.tuple",
    "typing.Generator",
    "typing.Iterable",
    "typing.Iterator",
}
"""Types that are safe to join if their elements are safe."""


def parts(expression: Expression) -> Iterator[Expression]:
    """Yield the operands of f-strings, sums, conditional expressions and joins."""
    if isinstance(expression, OpExpr) and expression.op in ("+", "and", "or"):
        yield from parts(expression.left)
        yield from parts(expression.right)
    elif isinstance(expression, ConditionalExpr):
        yield from parts(expression.if_expr)
        yield from parts(expression.else_expr)
    elif isinstance(expression, ListExpr):
        for item in expression.items:
            yield from parts(item)
    elif isinstance(expression, GeneratorExpr):
        yield from parts(expression.left_expr)
    elif isinstance(expression, CallExpr) and is_format(expression.callee):
        yield from parts(expression.args[0])
    else:
        yield expression


def is_format(callee: Expression) -> bool:
    """Return whether this is `"…".join`, or `"{:{}}".format`, which is how mypy represents values in f-strings."""
    return isinstance(callee, MemberExpr) and isinstance(callee.expr, StrExpr) and callee.name in ("join", "format")


def is_safe(type: Type) -> bool:
    """Return whether values of a type never need escaping."""
    type = get_proper_type(type)
    if isinstance(type, UnionType):
        return all(map(is_safe, type.items))
    if isinstance(type, LiteralType):
        return True
    if not isinstance(type, Instance):
        return False
    if type.type.fullname in SAFE or (type.last_known_value is not None and is_safe(type.last_known_value)):
        return True
    return type.type.fullname in SEQUENCES and all(map(is_safe, type.args))


def check(context: FunctionContext) -> Type:
    """Check one call of `Markup`."""
    for part in chain.from_iterable(map(parts, chain.from_iterable(context.args))):
        if not isinstance(part, StrExpr):
            type = context.api.get_expression_type(part)
            if not is_safe(type):
                context.api.fail(f"{type} in HTML may contain characters to escape: wrap it in text(...)", part)
    return context.default_return_type


class MarkupPlugin(Plugin):
    """Checks all calls of `Markup`."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return check if fullname == MARKUP else None


def plugin(_version: str) -> type[Plugin]:
    """Return the plugin; mypy calls this."""
    return MarkupPlugin
