"""Qin on the page: everything about it that the other game doesn't share."""
