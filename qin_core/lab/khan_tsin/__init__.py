"""Arena, forced wins and puzzle finder for Khan Tsin."""
