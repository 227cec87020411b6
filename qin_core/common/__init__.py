"""Everything that the games share: base classes, records, errors, levels of computer players, links, SVG helpers.

Nothing here depends on a game.
"""
