"""How long a move takes on the page, from the click to the finished board, beside a bare page that sets the same
pictures by innerHTML; and how evenly things move: `build_wheel.py bench --only play`.
"""

import statistics
from collections.abc import Callable

from playwright.sync_api import Browser, Page, sync_playwright

from e2e.conftest import SITE
from e2e.page_driver import FLAGS
from e2e.player import Player, greedy
from engine.session import links
from qin_core.qin import Record
from web.build.browsers import ensure_chromium
from web.build.serving import Server
from web.build.steps import say

LONGEST = 50.0
"""Three frames, in milliseconds: the limit for a move and for any task during play."""
FACTOR = 3
"""A move may take so many times as long as setting the pictures on a bare page."""
# Times every move from the click to the frame that shows the changed board, and collects long tasks.
WATCH = """
globalThis.moves = [];
globalThis.tasks = [];
let clicked = 0;
addEventListener("click", event => { clicked = event.timeStamp; }, true);
new PerformanceObserver(list => list.getEntries().forEach(entry => tasks.push(entry.duration)))
  .observe({ type: "longtask" });
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  if (!clicked) return;
  const from = clicked, after = new MessageChannel();
  clicked = 0;
  // A message that is sent in a frame arrives when the frame is on its way to the screen.
  after.port1.onmessage = () => moves.push(performance.now() - from);
  requestAnimationFrame(() => after.port2.postMessage(0));
}).observe(document.getElementById("board"), { childList: true, subtree: true }));
"""
LONGEST_FRAME = 33.4
"""Two frames, in milliseconds: as long as one frame of motion may take at the 99th percentile."""
ANIMATED_TURNS = 30
"""How many turns of a game are replayed to time their animations."""
# Replays the next turn; returns how long each frame took until nothing moved any more.
FRAMES = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const moves = () => document.getAnimations().some(each => each.effect.target?.closest?.('.flying, #board, #players'));
  document.querySelector('#replay [data-action="step"][data-value="1"]').click();
  const times = [];
  let last = await frame();
  while (moves()) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}"""
# Sets the next picture at each click.
SET_PICTURES = """pictures => {
  let next = 0;
  document.addEventListener("click", () => { board.innerHTML = pictures[next++]; });
}"""


def main(rounds: int = 1) -> int:
    """Play whole games, print a table, and fail where a limit is exceeded."""
    with sync_playwright() as playwright, Server(SITE) as server:
        browser = playwright.chromium.launch(executable_path=ensure_chromium(), args=FLAGS)
        ours, bare, tasks = [], [], []
        for _ in range(max(1, rounds)):
            times, pictures, long_tasks = _play(browser, server)
            ours += times
            tasks += long_tasks
            bare += _time_bare_page(browser, server, pictures)
        frames = _time_frames(browser, server)
        browser.close()
    mine, theirs = _late(ours), _late(bare)
    say(f"{'':24}{'median':>10}{'95 %':>10}{'longest':>10}   (ms, {len(ours)} clicks)")
    for name, times in (("a click, on our page", ours), ("innerHTML, a bare page", bare)):
        say(f"{name:24}{statistics.median(times):10.1f}{_late(times):10.1f}{max(times):10.1f}")
    most = min(LONGEST, FACTOR * theirs)
    say(f"95 %: {mine:.1f} ms (at most {LONGEST:.0f} ms and {FACTOR} x {theirs:.1f} ms)")
    say(f"tasks of more than {LONGEST:.0f} ms while people play: {len(tasks)}, longest {max(tasks, default=0):.0f} ms")
    slow = statistics.quantiles(frames, n=100)[-1]  # the 99th percentile
    say(f"frames of motion, 99 %: {slow:.1f} ms of {len(frames)} (at most {LONGEST_FRAME:.0f} ms)")
    return int(mine > most or bool(tasks) or slow > LONGEST_FRAME)


def _late(times: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(times, n=20)[-1]


def _play(browser: Browser, server: Server) -> tuple[list[float], list[str], list[float]]:
    """Play a two-player game by mouse; time every click that changed the board, and collect the pictures."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(WATCH)
    player = Player(context, server, settings={"handover": False})
    player.start_game("person", "person", board="lion")
    page = player.page
    page.evaluate("moves.length = tasks.length = 0")
    pictures: list[str] = []

    def step(do: Callable[[], None]) -> None:
        """Do what changes the board, and wait until its time is taken."""
        seen = page.evaluate("moves.length")
        do()
        player.until(lambda: page.evaluate("moves.length") > seen)
        pictures.append(page.locator("#board").inner_html())

    record: Record = player.record()
    position = record.end()
    while position.winners() is None:
        move = greedy(position)
        if move.halves:
            page.mouse.move(5, 5)  # off the board
            step(page.locator(f'#hand [data-tile="{move.tile}"]').first.click)
            player.click(move.halves[0][1])
            player.wait_until_idle()
            # Every further click rotates the tile.
            for _ in range(4):
                if player.ghost() == set(move.squares):
                    break
                step(lambda move=move: player.click(move.halves[0][1]))  # type: ignore[misc]
        step(page.locator('#tools [data-action="place"]').click)
        position = position.play(move)
    times, tasks = page.evaluate("[moves, tasks]")
    context.close()
    return times, pictures, tasks


def _time_frames(browser: Browser, server: Server) -> list[float]:
    """Replay a game at normal speed; time every frame of its animations."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    player = Player(context, server, settings={"handover": False})
    text = (SITE.parent.parent / "tests/games/bird-2-last-pagoda.qin").read_text(encoding="utf-8")
    player.page.evaluate("fragment => { location.hash = fragment; }", links.write(links.GAME, text))
    player.until(lambda: player.turns() == len(Record.parse(text).turns))
    player.press("go-to-turn", "0", "#replay")
    player.wait_until_idle()
    times = [time for _ in range(ANIMATED_TURNS) for time in player.page.evaluate(FRAMES)]
    context.close()
    return times


def _time_bare_page(browser: Browser, server: Server, pictures: list[str]) -> list[float]:
    """Set the same pictures on a page with the same style and nothing else; time every click."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    context.add_init_script(WATCH)
    page: Page = context.new_page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(server.address, wait_until="domcontentloaded")
    page.evaluate(SET_PICTURES, pictures)
    for number in range(len(pictures)):
        page.mouse.click(5, 5)
        while page.evaluate("moves.length") <= number:
            page.wait_for_timeout(5)
    times: list[float] = page.evaluate("moves")
    context.close()
    return times


if __name__ == "__main__":
    raise SystemExit(main())
