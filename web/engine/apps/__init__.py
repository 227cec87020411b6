"""Boards in other people's pages."""
