"""Numbers packed into one large number, each as a digit with its own base, and bytes as text for links.

>>> writer = DigitWriter()
>>> writer.put(5, 7), writer.put(2, 3), writer.content()
(None, None, b'\\x13')
>>> reader = DigitReader(b"\\x13")
>>> reader.take(7), reader.take(3)
(5, 2)
"""

import base64


class DigitWriter:
    """Packs numbers."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def put(self, value: int, base: int) -> None:
        """Add a number from 0 to `base` - 1."""
        if not 0 <= value < base:
            raise ValueError(f"{value} is not below {base}")
        self._digits.append((value, base))

    def content(self) -> bytes:
        """Return the large number as bytes."""
        number = 0
        for value, base in reversed(self._digits):
            number = number * base + value
        return number.to_bytes((number.bit_length() + 7) // 8, "little")


class DigitReader:
    """Unpacks the numbers of a `DigitWriter`, in the same order and with the same bases."""

    def __init__(self, content: bytes) -> None:
        self._number = int.from_bytes(content, "little")

    def take(self, base: int) -> int:
        """Return the next number, which is below `base`."""
        self._number, value = divmod(self._number, base)
        return value


def to_text(content: bytes) -> str:
    """Write bytes as URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(content).decode("ascii").rstrip("=")


def from_text(text: str) -> bytes:
    """Read URL-safe base64 without padding; raise `binascii.Error` if the text has an impossible length."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
