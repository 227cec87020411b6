"""The games of the page: `base` defines what a game is, each package implements it."""
