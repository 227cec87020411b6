"""The page in all main states, for tests that check every state."""

from dataclasses import replace
from functools import cache
from typing import Any

from engine.apps.page_app import DIALOGS
from engine.html import Note
from qin_core.khan_tsin import Move
from tests import engine_khan_tsin as khan
from tests.engine_actions import page_of, update
from tests.engine_browser import remote_session
from tests.engine_qin import (
    JOINS,
    deal_session,
    finished_session,
    play_turn,
    play_turns,
    session_at,
    with_tile_and_square,
)


@cache
def states() -> dict[str, Any]:
    """Return both games in every main state, by name: a page, or a session without one."""
    start, played, finished = deal_session(), play_turns(deal_session(), 6), finished_session("pcp")
    states = {
        "start": start,
        "in a site": replace(page_of(start), site="./"),
        "greeted": replace(page_of(start), site="./", welcome="first", demo=update(played, "go-to-turn", "2")),
        "picked": update(start, "tile", "0"),
        "ghost": with_tile_and_square(start),
        "refused": update(update(session_at(JOINS), "tile", "0"), "square", "d3"),
        "pile": update(with_tile_and_square(deal_session(choose_pile=True)), "place"),
        "computer": replace(play_turn(start), thinking=0.3),
        "covered": play_turn(deal_session("pp")),
        "back": update(played, "go-to-turn", "3"),
        "undone": update(played, "undo"),
        "running": update(played, "replay", "1"),
        "over": replace(page_of(finished), dialog=""),
        "highlight": update(page_of(finished, banner=True), "highlight", "3"),
        "pass": session_at("map:R.Y./~~~~/B.../.... r1y1/4/b3/4 - - 1 -|bb,bb -"),
        "note": replace(page_of(start), note=Note("not-kept", action="save-record")),
        "damaged note": replace(page_of(start), note=Note("set-aside", action="show-games")),
        "damaged games": replace(page_of(start), dialog="games", saved=(played.match,), damaged=("17",)),
        "own map": update(update(start, "form", "own_map=R.."), "open", "new"),
        "faults": replace(page_of(update(start, "form", "own_map=R..")), dialog="new"),
        "series": replace(finished, match=replace(finished.match, planned=2)),
        "counts": update(played, "setting", "counts=true"),
        "muted": update(start, "mute"),
        "by links": remote_session(),
        "remote": play_turn(remote_session()),
        "to be sent": replace(
            update(page_of(play_turn(remote_session()), site="./"), "open", "send"), qr="M0,0h1v1H0 25"
        ),
        "arrived": replace(page_of(start), dialog="arrived", arrived=play_turn(remote_session(here=())).match),
        "waiting": replace(page_of(start), dialog="games", saved=(play_turn(remote_session()).match,)),
    }
    states |= {dialog: update(played, "open", dialog) for dialog in DIALOGS} | {"end": update(finished, "open", "end")}
    return states | {f"khan {name}": session for name, session in khan_states().items()}


def khan_states() -> dict[str, Any]:
    """Return Khan Tsin in every main state, by name."""
    start, finished = khan.deal_session("pc", "rt"), khan.finished_session("pc")
    tower = khan.session_at(khan.position_with_stacks({2: "rbw", 5: "r", 8: "bw", 10: "w"}, variants="r"))
    states = {
        "start": start,
        "in a site": replace(page_of(start), site="./"),
        "setup": khan.setup_session(),
        "picked": update(tower, "square", "2"),
        "ghost": khan.with_move(tower, Move.parse("2x2~>8~")),
        "refused": update(update(tower, "square", "2"), "square", "5"),
        "back": replace(page_of(update(finished, "go-to-turn", "3")), dialog=""),
        "over": replace(page_of(finished), dialog=""),
        "saved": replace(page_of(start), dialog="games", saved=(finished.match,)),
    }
    return (
        states
        | {dialog: update(start, "open", dialog) for dialog in DIALOGS}
        | {"end": update(finished, "open", "end")}
    )
