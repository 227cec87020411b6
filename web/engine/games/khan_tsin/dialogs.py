"""The windows of Khan Tsin: what a new game has to know, and what can be set."""

from engine.games.khan_tsin.form import LAYOUTS
from engine.games.khan_tsin.session import Model
from engine.games.khan_tsin.view import mark
from engine.html import Html, chips, switch, words
from engine.ui.widgets import seat_fields

SETTINGS = ("confirm", "coordinates", "shortcuts")
SHARE_NOTE = ""


def form(model: Model) -> Html:
    """Ask how the barons are set up."""
    layouts = [(layout, words(model, f"khan-layout-{layout}")) for layout in LAYOUTS]
    return Html(
        chips(model, "form", "layout", "khan-layout", layouts, model.draft.layout)
        + f'<p class="quiet small">{words(model, f"khan-layout-{model.draft.layout}-note")}</p>'
    )


def more_of_form(model: Model) -> Html:
    """Ask who sits where, and which variants are played."""
    return Html(
        seat_fields(model, 1, "khan-south", mark(1))
        + seat_fields(model, 2, "khan-north", mark(2))
        + f'<p class="quiet small">{words(model, "khan-south-begins")}</p>'
        + _variant(model, "two_speeds", model.draft.two_speeds)
        + _variant(model, "turning", model.draft.turning)
    )


def _variant(model: Model, field: str, on: bool) -> Html:
    key = f"khan-variant-{field.replace('_', '-')}"
    return Html(switch(model, "form", field, key, on) + f'<p class="quiet small">{words(model, f"{key}-note")}</p>')
