"""Qin on the page: everything that it offers, in one place."""

from engine.rooms.qin import badges, dialogs, ending, goals, guide, help, keys, levels, linking, thinker, update, view
from engine.rooms.qin.game import Game
from engine.rooms.qin.model import Model
from engine.rooms.qin.scenes import scene, winning_places
from engine.rooms.qin.setup import Draft, draft_of, read_start
from engine.rooms.qin.story import Story
from engine.rooms.room import Room
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
    scene=scene,
    winning_places=winning_places,
    guide=guide,
    badges=badges,
    editor="editor.html",
)
