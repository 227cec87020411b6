"""The contrast of colours as defined by WCAG, and the print rules of a style sheet."""

import re


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def printed(sheet: str) -> str:
    """Return a style sheet without its rules for screens."""
    return re.sub(r"@media screen[^{]*\{[^{}]*\{[^{}]*\}\}", "", sheet)
