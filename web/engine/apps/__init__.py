"""The apps: the game page, the editor, and embedded boards."""
