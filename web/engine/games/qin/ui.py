"""Qin on the page: everything that it offers, in one place."""

from engine.games.base import Room
from engine.games.qin import ai_tasks as thinker
from engine.games.qin import badges, dialogs, ending, guide, help, keys, levels, puzzle_words, update, view
from engine.games.qin import lessons as goals
from engine.games.qin import link_codec as linking
from engine.games.qin.animation import animation, winning_markers
from engine.games.qin.form import Draft, draft_of, read_start
from engine.games.qin.match import Game
from engine.games.qin.narrator import Story
from engine.games.qin.session import Model
from qin_core.qin import Position

ROOM: Room[Position, Game, Model, Story] = Room(
    game=Game,
    model=Model,
    draft=Draft,
    draft_of=draft_of,
    read_start=read_start,
    line_fields=7,
    story=Story,
    view=view,
    dialogs=dialogs,
    help=help,
    ending=ending,
    update=update,
    keys=keys,
    levels=levels,
    linking=linking,
    thinker=thinker,
    lessons=goals,
    puzzle_words=puzzle_words,
    animation=animation,
    winning_markers=winning_markers,
    guide=guide,
    badges=badges,
    editor="editor.html",
)
