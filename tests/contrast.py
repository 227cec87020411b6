"""How well colours can be told apart, as WCAG measures it; and what of a style sheet is for paper."""

import re


def luminance(colour: str) -> float:
    """Say how bright a colour is, from 0 to 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Say how well one colour stands out from another, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def printed(sheet: str) -> str:
    """Leave away what a style sheet says about screens only."""
    return re.sub(r"@media screen[^{]*\{[^{}]*\{[^{}]*\}\}", "", sheet)
