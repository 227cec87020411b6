"""Merging what two browsers know of one person: nothing that was reached in either is lost."""

import json
import subprocess
from itertools import permutations
from pathlib import Path

import pytest

from engine.results import tallies
from web.build import environment

MERGING = Path(__file__).parent.parent / "web" / "client" / "merging.js"
RUN = """
const [there, texts] = JSON.parse(process.argv[1]);
console.log(JSON.stringify([...merged(new Map(Object.entries(there)), texts, false)]));"""


def merge(key: str, here: str, there: str) -> str:
    """Load a text from a file into a browser that has another one; give what it has then."""
    script = MERGING.read_text(encoding="utf-8") + RUN
    command = [str(environment.node()), "--input-type=module", "-e", script, json.dumps([{key: here}, {key: there}])]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    puts = dict(json.loads(ran.stdout))
    assert set(puts) <= {key}, "there is nothing to set aside"
    return str(puts.get(key, here))


PRACTICE = [
    ({"puzzle-1": [0, 20_000]}, {"puzzle-2": [2, 20_007]}, {"puzzle-1": [0, 20_000], "puzzle-2": [2, 20_007]}),
    ({"puzzle-1": [0, 20_000]}, {"puzzle-1": [2, 20_007]}, {"puzzle-1": [2, 20_007]}),
    ({"puzzle-1": [0, 20_003]}, {"puzzle-1": [1, 20_003]}, {"puzzle-1": [1, 20_003]}),
    ({"puzzle-1": [0, 20_000]}, {"puzzle-1": "soon", "puzzle-2": [1]}, {"puzzle-1": [0, 20_000]}),
]


@pytest.mark.parametrize(("one", "other", "both"), PRACTICE)
def test_what_is_practised(one: object, other: object, both: object) -> None:
    for here, there in permutations((json.dumps(one), json.dumps(other))):
        assert json.loads(merge("qin.practice", here, there)) == both


@pytest.mark.parametrize("broken", ["[[[{", "null", "7", '"text"', ""])
def test_what_makes_no_sense_takes_nothing_away(broken: str) -> None:
    known = {"puzzle-1": [1, 20_003]}
    assert json.loads(merge("qin.practice", broken, json.dumps(known))) == known
    assert json.loads(merge("qin.practice", json.dumps(known), broken)) == known
    assert json.loads(merge("qin.results", json.dumps(["a"]), broken)) == ["a"]


def test_records_and_streaks() -> None:
    """Games of two browsers count once each, and streaks go over both in the order of the games."""
    outcomes = ("won", "won", "lost", "won", "won", "won")
    lines = [f"{1_700_000_000_000 + at}-000001 qin farmer 2 {outcome}" for at, outcome in enumerate(outcomes)]
    badge = "1700000000000-000001 qin badge two"
    for here, there in permutations((json.dumps([*lines[::2], badge]), json.dumps(lines[1:]))):
        both = json.loads(merge("qin.results", here, there))
        assert sorted(both) == sorted([*lines, badge])
        tally = tallies(both, "qin")["farmer", 2]
        assert (tally.played, tally.won, tally.streak, tally.longest) == (6, 5, 3, 3)


def test_lessons() -> None:
    assert json.loads(merge("qin.learnt", '["found", "grow"]', '["grow", "village"]')) == ["found", "grow", "village"]
