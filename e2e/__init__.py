"""The finished site in real browsers."""
