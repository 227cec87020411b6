"""Helpers for tests of what is kept: the texts that a browser would hold after some effects."""

import json
from collections.abc import Iterable, Mapping

from engine.protocol import Effect, StorePut, StoreUpdate


def kept(*steps: Iterable[Effect], before: Mapping[str, str] | None = None) -> dict[str, str]:
    """Carry out what has to be kept and forgotten, step by step."""
    texts = dict(before or {})
    for effects in steps:
        for effect in effects:
            if isinstance(effect, StoreUpdate):
                texts[effect.key] = json.dumps(json.loads(texts.get(effect.key, "{}")) | dict(effect.values))
            if isinstance(effect, StorePut):
                texts.pop(effect.key, None)
                if effect.text is not None:
                    texts[effect.key] = effect.text
    return texts
