"""The page's address: where it leads, and how it follows the page."""

from dataclasses import replace
from typing import TypeVar

from engine.apps import correspondence
from engine.apps.app import sync_dialog
from engine.apps.page_actions import DIALOGS, dismiss_welcome, open_dialog, take_over, update
from engine.apps.page_actions import import_text as import_on_page
from engine.apps.page_app import PageApp
from engine.correspondence import codec
from engine.lessons.guided import guide_of, start_guide
from engine.protocol import Navigated, SetAddress
from engine.session import links, storage
from engine.session.page import Page
from engine.session.statistics import daily

A = TypeVar("A", bound=PageApp)


def open_address(app: A) -> A:
    """Go where the address leads that the page was opened with."""
    if led := _lead_to_match(app):
        return led
    if app.fragment[1:] in DIALOGS:
        # The dialog goes on top of an address without it, so that closing it never leaves the page.
        opened = app.with_effects(SetAddress(app.page.address)).with_page(open_dialog(app.page, app.fragment[1:]))
        return replace(opened, fragment="")
    return app


def follow(app: A, message: Navigated) -> A:
    """Follow the address: to another game, to a dialog, or to a match."""
    closing = app.closing
    app = replace(app, search=message.search, fragment=message.fragment, closing=False)
    ui, page = app.page.games.asked_for(app.search), app.page
    if ui is not page.ui and closing:
        # The history led back from a dialog that had opened another game.
        app = go(app, page.address + app.fragment)
    elif ui is not page.ui:
        app = app.enter(ui.name)
    if led := _lead_to_match(app):
        return led
    wanted = app.fragment[1:] if app.fragment[1:] in DIALOGS else ""
    return app if wanted == app.page.dialog else app.with_page(open_dialog(app.page, wanted))


def import_text(app: A, text: str) -> A:
    """Show what was pasted, loaded or linked; a map starts a match of the game that has maps."""
    if codec.holds(text):
        return correspondence.open_link(app, text)
    mapped = next((ui for ui in app.page.games if ui.has_maps), None) if links.is_map(text) else None
    app = app.enter(mapped.name) if mapped else app
    return app.with_page(import_on_page(app.page, text))


def _lead_to_match(app: A) -> A | None:
    """Go to the match that the address holds or names."""
    if links.holds(app.fragment) or codec.holds(app.fragment):
        return _open_linked(app)
    if app.fragment == links.GUIDE:
        return _start_guide(app)
    return start_daily(go(app, app.page.address)) if app.fragment == links.DEAL else None


def _open_linked(app: A) -> A:
    """Show the match in the address, and clear the address.

    An open dialog is closed: the address no longer names it, and it would hide what is wrong with the link.
    """
    if app.page.dialog:
        app = app.with_page(open_dialog(app.page, ""))
    opened = import_text(go(app, app.page.address), app.fragment)
    kind = app.fragment[1:].partition("=")[0]
    if opened.match is app.match or kind not in (links.GAME, links.POSITION):
        return opened
    # A shared position hides nothing.
    reveal = kind == links.POSITION and "uncover" in opened.page.ui.actions
    page = update(opened.page, "uncover") if reveal else opened.page
    return opened.with_page(replace(page, welcome=kind))


def _start_guide(app: A) -> A:
    """Start the guided game, or continue it; clear the address."""
    match = app.match
    unfinished = guide_of(match) and match.winners is None
    page = take_over(dismiss_welcome(app.page), match if unfinished else start_guide(match.ui))
    return go(app, app.page.address).with_page(page)


def start_daily(app: A) -> A:
    """Start the deal of the day, or continue it."""
    match, date = app.match, storage.date_of(app.time)
    unfinished = match.day == date and match.winners is None
    return app.with_page(take_over(dismiss_welcome(app.page), match if unfinished else daily(match.ui, date)))


def go(app: A, address: str, push: bool = False) -> A:
    """Change the address."""
    path, hash_sign, fragment = address.partition("#")
    search = path[path.index("?") :] if "?" in path else "" if path else app.search
    return replace(app, search=search, fragment=hash_sign + fragment).with_effects(SetAddress(address, push))


def sync_address(app: A, before: Page) -> A:
    """Let the address name the game and the dialog, so that the history leads back from both."""
    page = app.page
    if page.ui is not app.page.games.asked_for(app.search):
        # From a dialog, its own entry leads on; from the page itself, the history leads back to the other game.
        app = go(app, page.address + app.fragment, push=not before.dialog)
    step = sync_dialog(app.fragment, correspondence.dialog_fragment(before), correspondence.dialog_fragment(page))
    if isinstance(step, SetAddress):
        return go(app, *step)
    return app if step is None else replace(app, closing=True).with_effects(step)
