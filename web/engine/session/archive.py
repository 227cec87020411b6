"""Everything that is kept, as one file: games, preferences, what was learnt, the editor's draft."""

import json
import re
from collections.abc import Mapping

from engine.json_text import MAX_KEPT, NotAnObject, read_object
from engine.protocol import CURRENT_SUFFIX, SITE_PREFIX

FORMAT = "qin-everything"
VERSION = 1
MAX_FILE = 64_000_000
"""How many characters a file may have."""
MAX_KEY = 200
_KEY = re.compile(r"[^\x00-\x1f]+")


class ArchiveError(ValueError):
    """A file can't be loaded; `reason` is the key of the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write(texts: Mapping[str, str]) -> str:
    """Write the file; what is kept stands in it text by text, so that a game can be taken out by hand."""
    return json.dumps({"format": FORMAT, "version": VERSION, "texts": dict(texts)}, ensure_ascii=False, indent=1)


def read(text: str) -> dict[str, str]:
    """Read the texts of a file, without keys of other sites; raise `ArchiveError` if it isn't one or is damaged."""
    if len(text) > MAX_FILE:
        raise ArchiveError("load-too-long")
    try:
        found = read_object(text.removeprefix("\ufeff"), MAX_FILE)
    except NotAnObject:
        raise ArchiveError("load-not-ours") from None
    version, texts = found.get("version"), found.get("texts")
    if found.get("format") != FORMAT or type(version) is not int or not isinstance(texts, dict):
        raise ArchiveError("load-not-ours")
    if version > VERSION:
        raise ArchiveError("load-newer")
    own = {key: kept for key, kept in texts.items() if key.startswith(SITE_PREFIX) or key.endswith(CURRENT_SUFFIX)}
    for key, kept in own.items():
        if len(key) > MAX_KEY or not _KEY.fullmatch(key) or not isinstance(kept, str) or len(kept) > MAX_KEPT:
            raise ArchiveError("load-damaged")
    return own
