"""Development tools: arenas, training, puzzle finders. The game does not need them."""
