"""Events, refusals and outcomes are enums that equal the words of the notation and can be matched exhaustively.

The type checker accepts the functions below only if they handle every member.
"""

import random
import re
from enum import StrEnum
from typing import assert_never

import pytest

from qin_core import khan_tsin, qin
from tests.case_counts import cases
from tests.documentation import GRAMMAR, ROOT, TOKEN

COMMON = ROOT / "qin_core" / "common"
GAME_WORDS = ("pagoda", "village", "province", "tile", "pile", "baron", "dragon", "emperor", "stack", "grassland")


def pagodas_gained(event: qin.Event) -> int:
    """Return how many pagodas an event gives its player; absorbing depends on the provinces."""
    match event.kind:
        case qin.EventKind.FOUND | qin.EventKind.MAJOR | qin.EventKind.CONNECT | qin.EventKind.CONQUER:
            return 1
        case qin.EventKind.EXPAND | qin.EventKind.ABSORB:
            return 0
        case other:
            assert_never(other)


def rule_of(reason: qin.RefusalReason) -> str:
    """Return the number of the rule behind a refusal."""
    match reason:
        case qin.RefusalReason.GAME_OVER | qin.RefusalReason.NOT_A_PASS:
            return "Q24"
        case qin.RefusalReason.NOT_IN_HAND | qin.RefusalReason.EMPTY_PILE:
            return "Q8"
        case qin.RefusalReason.NOT_GRASSLAND | qin.RefusalReason.NOT_A_DOMINO:
            return "Q9"
        case qin.RefusalReason.NOT_CONNECTED:
            return "Q10"
        case qin.RefusalReason.JOINS_MAJORS:
            return "Q21"
        case qin.RefusalReason.TAKES_MAJOR:
            return "Q22"
        case qin.RefusalReason.TIED_MERGE:
            return "Q20"
        case other:
            assert_never(other)


def parameters(event: khan_tsin.Event) -> tuple[int, ...]:
    """Return the parameters of an event in the order of the notation."""
    match event.kind:
        case khan_tsin.EventKind.STACK:
            return event.space, event.height
        case khan_tsin.EventKind.EMPTY:
            return (event.space,)
        case khan_tsin.EventKind.EMPEROR:
            return event.space, event.player
        case khan_tsin.EventKind.PASS:
            return (event.player,)
        case other:
            assert_never(other)


def is_drawn(reason: khan_tsin.OutcomeReason) -> bool:
    """Return whether a game with this outcome is a draw."""
    match reason:
        case khan_tsin.OutcomeReason.EMPEROR:
            return False
        case khan_tsin.OutcomeReason.NO_MOVES:
            return True
        case other:
            assert_never(other)


def test_events_have_the_pagodas_of_their_kind() -> None:
    """Unless provinces are absorbed, a player's events add up to the change in pagodas (Q14-Q18)."""
    checked = 0
    for seed in range(cases(10)):
        rng = random.Random(seed)
        position = qin.Position.deal("lion", 3, seed=seed)
        while moves := position.moves():
            after, events = position.apply(rng.choice(moves))
            if qin.EventKind.ABSORB not in [event.kind for event in events]:
                for player in position.players:
                    gained_count = sum(pagodas_gained(event) for event in events if event.player == player)
                    lost = sum(event.loser == player for event in events)
                    assert after.pagodas_placed(player) - position.pagodas_placed(player) == gained_count - lost
                checked += 1
            position = after
    assert checked


def test_events_write_only_their_own_parameters() -> None:
    kinds = set()
    for seed in range(cases(20)):
        rng = random.Random(seed)
        position = khan_tsin.Position.deal(seed=seed)
        while moves := position.moves():
            position, events = position.apply(rng.choice(moves))
            for event in events:
                kinds.add(event.kind)
                assert str(event) == " ".join([event.kind.value, *map(str, parameters(event))])
        outcome = position.outcome()
        assert outcome is not None
        assert is_drawn(outcome.reason) == (len(outcome.winners) == 2)
    assert kinds >= {khan_tsin.EventKind.STACK, khan_tsin.EventKind.EMPTY, khan_tsin.EventKind.EMPEROR}


def test_a_refusal_is_its_reason_with_parameters() -> None:
    line = "map:......./......./.R...../......./....... 7/7/1rr1rr1/7/7 b3=1,e3=2 - 1 rb|?3 -"
    refusal = qin.Position.parse(line).why_not("rd3bd2")
    assert refusal is not None
    assert refusal == "tied-merge"
    assert refusal.reason is qin.RefusalReason.TIED_MERGE
    assert rule_of(refusal.reason) == "Q20"
    assert (refusal.players, refusal.counts, refusal.villages) == ((1, 2), (2, 2), ())
    assert refusal.places == refusal.squares == ("b3", "c3", "e3", "f3")
    with pytest.raises(qin.IllegalMove) as refused:
        qin.Position.parse(line).play("rd3bd2")
    assert refused.value.reason == refusal


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("qin-event", qin.EventKind),
        ("qin-refusal", qin.RefusalReason),
        ("khan-event", khan_tsin.EventKind),
        ("khan-refusal", khan_tsin.RefusalReason),
    ],
)
def test_the_grammar_names_every_member(rule: str, words: type[StrEnum]) -> None:
    quoted = (match[1] for match in TOKEN.finditer(GRAMMAR[rule]) if match[1])
    assert {text[1:-1].strip() for text in quoted} - {"", "from"} == set(words)


def test_shared_code_has_no_words_of_a_game() -> None:
    for file in COMMON.glob("*.py"):
        words = {word.rstrip("s") for word in re.findall("[a-z]+", file.read_text("utf-8").lower())}
        assert words.isdisjoint(GAME_WORDS), file.name
