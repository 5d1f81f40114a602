"""What every command promises of its transactions, read in the code itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py"))
# What speaks to Discord, or waits for another connection: each would keep everybody else waiting.
OUTSIDE = {
    "send", "redraw", "retire", "announce", "send_message", "edit_message", "edit_original_response", "defer",
    "fetch_scheduled_events", "writing", "reading", "rebuilding", "tell", "post",
}  # fmt: skip


def name(call: ast.AST) -> str:
    """The last word of what is called."""
    function = call.func if isinstance(call, ast.Call) else None
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


def transactions(tree: ast.AST) -> Iterator[ast.AsyncWith]:
    """The blocks that hold a connection."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncWith):
            held = {name(item.context_expr) for item in node.items}
            if held & {"writing", "reading"}:
                yield node


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_discord_is_never_awaited_inside_a_transaction(path: Path) -> None:
    blocks = list(transactions(ast.parse(path.read_text(encoding="utf-8"))))
    inside = [
        (call.lineno, name(call))
        for block in blocks
        for statement in block.body
        for call in ast.walk(statement)
        if isinstance(call, ast.Call) and name(call) in OUTSIDE
    ]
    assert not inside


def test_the_commands_do_hold_transactions() -> None:
    """Or the test above would look at nothing."""
    found = [path.stem for path in SOURCES for _ in transactions(ast.parse(path.read_text(encoding="utf-8")))]
    assert {"heroism", "horror", "combat", "session", "dice"} <= set(found)
