"""Placements that the coach questions, and a function that runs AI tasks."""

import json
from typing import Any

from engine import main

GIFTS = {
    "gives-village": (
        "yg12yh12",
        "bird 8y4/8y4/8r4/8r4/5rb1r4/5rbyb4/6yyb4/8rr3/3bbrr6/5b7/5b7/3bbrb6/6b6 g1=1,d2=1,f3=2,d5=2,f5=1,i6=2,g7=1,"
        "i7=2,f8=2,g8=1,i9=1,i12=2 d=1,e=2,f=2,g=1 1 rr,yy,yb|?3 ?5|?17|?16|?16",
    ),
    "gives-major": (
        "bh5bi5",
        "bird 13/13/13/3yb2ry4/3ybybry4/5y7/6y6/6rbbb3/3ybbr6/3yr8/4r8/13/13 e3=2,d4=2,e5=1,g5=1,h6=2,f8=1,d9=2,e9=1,"
        "h9=1,i9=2 c=2,d=2,e=2,f=2 1 rb,bb,bb|?3 ?7|?17|?16|?16",
    ),
    "gives-absorb": (
        "yd4be4",
        "bird 13/13/13/13/5rb1r4/5rbyb4/6yyb4/8rr3/3bbrr6/5b7/5b7/3bbrb6/6b6 g1=1,d2=1,f3=2,d5=2,f5=1,i6=2,g7=1,i7=2,"
        "f8=2,g8=1 e=2,f=2,g=1 1 rr,rr,yb|?3 ?7|?17|?16|?16",
    ),
}
"""Placements in undecided positions that give away a village, a major province or a join."""


def run_task(name: str, *arguments: object) -> Any:
    """Run an AI task to its end."""
    main.start_task(name, json.dumps(arguments))
    result, finished_task = json.loads(main.continue_task(60_000))
    assert finished_task
    return result
