"""Khan Tsin on the page: everything that it offers, in one place."""

from engine.games.base import Room
from engine.games.khan_tsin import ai_tasks as thinker
from engine.games.khan_tsin import badges, dialogs, ending, guide, help, keys, levels, puzzle_words, update, view
from engine.games.khan_tsin import lessons as goals
from engine.games.khan_tsin import link_codec as linking
from engine.games.khan_tsin.animation import animation, winning_markers
from engine.games.khan_tsin.form import Draft, draft_of, read_start
from engine.games.khan_tsin.match import Game
from engine.games.khan_tsin.narrator import Story
from engine.games.khan_tsin.session import Model
from qin_core.khan_tsin import Position

ROOM: Room[Position, Game, Model, Story] = Room(
    game=Game,
    model=Model,
    draft=Draft,
    draft_of=draft_of,
    read_start=read_start,
    line_fields=3,
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
)
