"""The rules of the board games Qin and Khan Tsin: positions, moves, events, records, pictures and computer players.

Pure Python without dependencies. Each game is a subpackage with the same vocabulary: `qin_core.qin` and
`qin_core.khan_tsin`. Start with `Position`.
"""

__version__ = "0.1.0"

RULES_VERSION = 1
"""Changes only if the same moves would lead to another position, event or winner."""
