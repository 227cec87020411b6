"""Helpers for tests of what is kept: the texts that a browser would hold after some effects."""

from collections.abc import Iterable, Mapping

from engine.effects import Effect, Keep


def kept(*steps: Iterable[Effect], before: Mapping[str, str] | None = None) -> dict[str, str]:
    """Carry out what has to be kept and forgotten, step by step."""
    texts = dict(before or {})
    for effects in steps:
        for effect in effects:
            if isinstance(effect, Keep):
                texts.pop(effect.key, None)
                if effect.text is not None:
                    texts[effect.key] = effect.text
    return texts
