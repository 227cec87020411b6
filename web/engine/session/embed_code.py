"""The code that puts what is shown into somebody's page: as an element, as a frame, or as a link in Markdown."""

from dataclasses import dataclass, fields, replace
from typing import Self

from engine.session import links
from qin_core.common.svg import escape

CODES = {
    "form": ("element", "frame", "markdown"),
    "shows": ("position", "record"),
    "language": ("", "en", "fr", "de", "nl"),
    "theme": ("auto", "light", "dark"),
    "move": ("nobody", "anybody", "computer"),
}
"""What there is to choose; the first one is the usual one."""


@dataclass(frozen=True)
class EmbedCode:
    """How somebody wants to have a board in their page."""

    form: str = CODES["form"][0]
    shows: str = CODES["shows"][0]
    language: str = CODES["language"][0]
    """Empty for that of the page."""
    theme: str = CODES["theme"][0]
    move: str = CODES["move"][0]

    def change(self, field: str, value: str) -> Self:
        """Choose something; what there isn't changes nothing."""
        return replace(self, **{field: value}) if value in CODES.get(field, ()) else self

    def write(self, site: str, address: str, position: str, record: str, title: str) -> str:
        """Write the code; `site` is where the boards come from, `address` the page of the game."""
        kind, text = (links.POSITION, position) if self.shows == "position" else (links.GAME, record)
        link = links.write(kind, text)
        if self.form == "markdown":
            return f"[{title}]({address}{link})"
        chosen = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in ("language", "theme", "move") and getattr(self, field.name) != CODES[field.name][0]
        }
        if self.form == "frame":
            query = "".join(f"&amp;{name}={value}" for name, value in chosen.items())
            return (
                f'<iframe src="{escape(site)}embed.html{link}{query}" width="400" height="600" loading="lazy"'
                f' title="{escape(title)}" style="max-width: 100%; border: 0"></iframe>'
            )
        given = escape(text) if kind == links.POSITION else f"{escape(address)}{link}"
        attributes = {("position" if kind == links.POSITION else "record"): given, **chosen}
        written = "".join(f' {name}="{value}"' for name, value in attributes.items())
        return f'<script src="{escape(site)}qin-embed.js" async></script>\n<qin-board{written}></qin-board>'
