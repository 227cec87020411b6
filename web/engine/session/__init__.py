"""A match at one screen, whatever the game: the match, the session, its actions, the computer, storage."""
