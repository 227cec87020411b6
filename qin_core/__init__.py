"""The rules of Qin: positions, moves, events, records and pictures, in pure Python without dependencies.

Each game is a subpackage with the same vocabulary; start with `qin_core.qin.Position`.
"""

__version__ = "0.1.0"

RULES_VERSION = 1
"""Changes only when the same moves would lead to another position, event or winner."""
