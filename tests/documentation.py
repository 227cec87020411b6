"""The documentation's code blocks, and its grammars as regular expressions."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
PAGES += [ROOT / "qin_core/lab/README.md", ROOT / "qin_core/lab/tried.md", ROOT / "web/lessons/README.md"]
MAX_RECURSION = 3
"""How often a pattern follows a rule inside itself."""
NEVER = "(?!)"
"""A pattern that matches nothing."""
# Patterns of special sequences.
SPECIAL = {
    "line feed": r"\n",
    "any character except braces": r"[^{}]",
    "any character except quote, backslash and line feed": r'[^"\\\n]',
}
# A token of EBNF: a quoted text, which may begin a range; a special sequence; the name of a rule; a bracket.
TOKEN = re.compile(r"""\s*(?:("[^"]+"|'[^']+')(?:\s*…\s*"(.)")?|\?\s*(.*?)\s*\?|([\w-]+)|([\[\]{}()|]))""")
CLOSING = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|"}


class Block(NamedTuple):
    """A fenced code block: its page, the line it starts at, its info string and its text."""

    page: Path
    line: int
    info: str
    text: str

    @property
    def location(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """List the code blocks of a page."""
    text = page.read_text("utf-8")
    fences = re.finditer(r"^```([^\n]+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Block(page, text.count("\n", 0, fence.start()) + 1, fence[1], fence[2]) for fence in fences]


BLOCKS = [block for page in PAGES for block in blocks(page)]


def blocks_with(*infos: str) -> list[Block]:
    """List the blocks of all pages whose info string begins with one of these words."""
    return [block for block in BLOCKS if block.info.split()[0] in infos]


def block_id(block: Block) -> str:
    """Return the name of a block in the results of tests."""
    return block.location


def grammar() -> dict[str, str]:
    """Collect the rules of all grammars by name."""
    rules: dict[str, str] = {}
    for block in blocks_with("ebnf"):
        for name, body in re.findall(r"^([\w-]+)\s*= (.*?) ;$", block.text, re.MULTILINE | re.DOTALL):
            assert name not in rules, name
            rules[name] = body
    return rules


GRAMMAR = grammar()


def pattern(body: str, path: tuple[str, ...] = ()) -> str:
    """Turn the right side of a rule into a regular expression."""
    parts, offset = [], 0
    while offset < len(body.rstrip()):
        token = TOKEN.match(body, offset)
        assert token, body[offset:]
        text, last, special, name, symbol = token.groups()
        if last:
            parts.append(f"[{re.escape(text[1])}-{re.escape(last)}]")
        elif text:
            parts.append(re.escape(text[1:-1]))
        elif special:
            parts.append(SPECIAL[special])
        elif name:
            parts.append(f"(?:{pattern(GRAMMAR[name], (*path, name))})" if path.count(name) < MAX_RECURSION else NEVER)
        else:
            parts.append(CLOSING[symbol])
        offset = token.end()
    return "".join(parts)
