"""Tools that only the makers run: arenas, training, puzzle finders. Nothing that plays a game needs them."""
