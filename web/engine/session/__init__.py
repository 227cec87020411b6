"""A game at one screen, whichever it is: the match, what is shown of it, what an action does to it."""
