"""Do what happens on the page around the first move, so that the build notes the functions it calls. Runs in Pyodide.

What this misses is downloaded when it is called; nothing breaks.
"""

import asyncio
import json
from random import Random

from engine.ai_client import Script
from engine.main import GAMES, connect
from engine.words import LANGUAGES

ADDRESS = "https://example.org/"
PAGE = {"app": "game", "fragment": "", "address": ADDRESS, "site": ADDRESS, "quarantined": [], "newest": ""}
TIMERS = 20
"""How many timers fire after a page is opened; a demonstration would go on forever."""
SQUARES = 100
GAMES_PLAYED = 3
PRESSES = 40


class Client:
    """A client without a screen."""

    def __init__(self) -> None:
        """Connect to the engine."""
        self._parts: dict[str, str] = {}
        self._timers: list[dict[str, object]] = []
        self._fired = 0
        self._stored: dict[str, str] = {}
        self._receive = connect(self)

    def send(self, text: str) -> None:
        """Take a reply."""
        reply = json.loads(text)
        if reply.get("error"):
            raise AssertionError(reply["error"])
        self._parts |= reply.get("parts") or {}
        for name, *values in reply.get("effects") or ():
            if name == "SetTimer":
                self._timers.append(values[1])
            elif name in ("StorePut", "StoreUpdate"):
                key, value = values
                self._stored[key] = value if name == "StorePut" else json.dumps(value)
        if reply.get("more"):
            self.ask("DrawMore")

    async def workers(self) -> bool:
        """Offer no workers: tasks run here."""
        return False

    def addWorker(self, name: str, code: str) -> Script:
        """Never called: there are no workers."""
        raise NotImplementedError

    def ask(self, kind: str, **fields: object) -> None:
        """Send a message."""
        self.send(self._receive(json.dumps({"to": "page", "message": {"type": kind, **fields}})))  # type: ignore[operator]

    def press(self, action: str, value: str = "") -> None:
        """Press a button if there is one."""
        if action == "square" or any(f'data-action="{action}"' in part for part in self._parts.values()):
            self.ask("Act", action=action, value=value)

    async def wait(self) -> None:
        """Let timers fire and tasks run."""
        await asyncio.sleep(0.03)
        timers, self._timers = self._timers, []
        for message in timers:
            self._fired += 1
            if self._fired < TIMERS:
                self.ask(str(message.pop("type")), **message)

    async def open(self, search: str, language: str, seed: int = 1) -> None:
        """Open the page, with what it has stored."""
        self._fired, texts = 0, dict(self._stored)
        self.ask("OpenPage", search=search, languages=[language], texts=texts, reduced_motion=False, seed=seed, **PAGE)
        await self.wait()
        self.ask("TabLockAcquired", game="")
        self.ask("StoreLoaded", texts={}, quarantined=[], newest="")
        self.ask("PageIdle")


async def rehearse() -> None:
    """Open the page of each game in each language, play some games, and open the stored ones."""
    client = Client()
    for game in GAMES:
        for language in LANGUAGES:
            await client.open(f"?game={game.name}", language)
            client.press("dismiss-welcome")
        for seed in range(GAMES_PLAYED):
            await client.open(f"?game={game.name}", LANGUAGES[0], seed)
            client.press("dismiss-welcome")
            await play(client, Random(seed))
        await client.open("", LANGUAGES[0])


async def play(client: Client, random: Random) -> None:
    """Press what makes moves, as often as a few moves need."""
    for _ in range(PRESSES):
        client.press("tile", str(random.randrange(3)))
        for square in random.sample(range(SQUARES), SQUARES // 4):
            client.press("square", str(square))
            client.press("rotate")
        client.press("place")
        await client.wait()
