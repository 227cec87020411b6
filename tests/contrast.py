"""The WCAG contrast of colours, and the print rules of a style sheet."""

import re


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    channels = [int(colour[offset : offset + 2], 16) / 255 for offset in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def print_rules(style_sheet: str) -> str:
    """Return a style sheet without its rules for screens."""
    return re.sub(r"@media screen[^{]*\{[^{}]*\{[^{}]*\}\}", "", style_sheet)
