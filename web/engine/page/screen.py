"""What stands in the page: parts brought up to date with as little work as possible, the focus kept where it was."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

IN_LINES = ("board", "grid")
"""The parts that are large and change often: they are written one child a line, and only new lines are set."""


Later = Callable[[], "Later | None"]
"""Something to draw that can wait; it may give what is to be done in the frame after it."""


class Pace:
    """Draws at once what somebody has just done, and what can wait in the frames after that, one thing a frame."""

    def __init__(self, window: Any, draw: Callable[[], None], later: tuple[Later, ...] = ()) -> None:
        """Draw with a page's own functions: `draw` what is done, then each of `later`."""
        from pyodide.ffi import create_proxy

        self._window = window
        self._draw = draw
        self._later = later
        self._due: list[Later] = []
        self._drawn = self._stale = self._waiting = False
        self._frame = create_proxy(self._next_frame)

    def redraw(self) -> None:
        """Draw now, or with the next frame if that is still to come for an earlier drawing."""
        if self._drawn:
            self.redraw_soon()
        else:
            self._drawn, self._stale = True, False
            self._due += [work for work in self._later if work not in self._due]
            self._wait()
            self._draw()

    def redraw_soon(self) -> None:
        """Draw with the next frame."""
        self._stale = True
        self._wait()

    def _wait(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._window.requestAnimationFrame(self._frame)

    def _next_frame(self, _time: float) -> None:
        self._waiting = False
        only_drawn = self._drawn and not self._stale
        self._drawn = False
        if self._stale:
            self.redraw()
        if self._due and not only_drawn:
            followed_by = self._due.pop(0)()
            self._due[:0] = [followed_by] if followed_by else []
        if self._due:
            self._wait()


class Screen:
    """The parts of a page, each an element with an id, and the windows over it."""

    def __init__(self, document: Any, patched: tuple[str, ...] = ()) -> None:
        """Take over the page that the build has drawn; what stays in the `patched` parts keeps focus and caret."""
        self._document = document
        self._patched = patched
        self._shown: dict[str, str] = {}
        self._window = ""
        self.cell = ""
        """The square of the keyboard board that is its tab stop."""

    def show(self, parts: Mapping[str, str], window: str = "") -> None:
        """Bring every part up to date that has changed; `window` names what is open over the page."""
        self._window = window
        focused = self._document.activeElement
        keep = asked(focused) if focused else ("", "", "")
        by_keyboard = bool(focused and focused.matches(":focus-visible"))
        in_grid = bool(focused and focused.getAttribute("data-cell"))
        for name, text in parts.items():
            before = self._shown.get(name)
            if before != text:
                self._shown[name] = text
                self._fill(name, before or "", text)
        if not window:
            self._close()
        if in_grid and "squares" in parts:
            self.frame(self.cell)
        if "grid" in parts:
            self._rove(in_grid)
        if (keep[0] and not self._refocus(focused, parts, *keep) and by_keyboard) or (in_grid and parts.get("cover")):
            self._focus_on_something()

    def reveal(self) -> None:
        """Bring the board into sight, on pages that are longer than the screen."""
        table = self._document.getElementById("table")
        if table.getBoundingClientRect().bottom < table.offsetHeight / 2:
            table.scrollIntoView()

    def frame(self, square: str) -> bool:
        """Frame the square of the board that has the keyboard's focus, or none; tell whether another one had it."""
        before = self._document.querySelector("#squares .focused")
        if before:
            before.classList.remove("focused")
        if square:
            place = f'#squares [data-square="{square}"], #squares [data-space="{square}"]'
            hit = self._document.querySelector(place)
            if hit:
                hit.classList.add("focused")
        return bool(before)

    def walk(self, square: str) -> None:
        """Go to a square of the keyboard board."""
        self.cell = square
        self._document.querySelector(f'[data-cell="{square}"]').focus()

    def _fill(self, name: str, before: str, text: str) -> None:
        element = self._document.getElementById(name)
        same_window = name == "dialog" and element.getAttribute("data-window") == self._window
        if same_window or name in self._patched:
            patch(element, text)
        elif name not in IN_LINES or not patch_lines(element, before, text):
            element.innerHTML = text
        if name == "dialog" and not same_window:
            element.setAttribute("data-window", self._window)
            if element.open and text:
                self._focus_on_something()
        if name == "log":
            self._follow(element)

    def open(self) -> None:
        """Open the window that is filled, if it is still wanted."""
        dialog = self._document.getElementById("dialog")
        if self._window and dialog.getAttribute("data-window") == self._window and not dialog.open:
            dialog.showModal()

    def _close(self) -> None:
        """Close the window; a keyboard goes on at whoever takes over, or at the board if what it came from is gone."""
        dialog = self._document.getElementById("dialog")
        if not dialog.open:
            return
        by_keyboard = bool(self._document.querySelector("#dialog :focus-visible"))
        dialog.close()
        lost = self._document.activeElement == self._document.body or self._document.querySelector("#cover button")
        if by_keyboard and lost:
            self._focus_on_something()

    def _rove(self, in_grid: bool) -> None:
        """Make one square of the grid the tab stop; give it the focus back that a redraw has taken."""
        grid = self._document.getElementById("grid")
        cell = grid.querySelector(f'[data-cell="{self.cell}"]') if self.cell else None
        if not cell:
            cell = grid.querySelector("[data-cell]")
            if not cell:
                return
            self.cell = str(cell.getAttribute("data-cell"))
        if cell.tabIndex != 0:
            for other in grid.querySelectorAll('[tabindex="0"]'):
                other.tabIndex = -1
            cell.tabIndex = 0
        if in_grid and self._document.activeElement != cell:
            cell.focus()

    def _refocus(self, focused: Any, parts: Iterable[str], action: str, value: str, field: str) -> bool:
        """Give the focus back to what a redraw of some parts has replaced; tell whether it is still there."""
        if focused.isConnected:
            return not focused.matches(":disabled")
        which = f'[data-action="{action}"]' + (f'[data-value="{value}"]' if value else ":not([data-value])")
        which += f'[data-field="{field}"]' if field else ""
        for name in parts:
            again = self._document.querySelector(f"#{name} {which}:not(:disabled)")
            if again:
                again.focus()
                return True
        return False

    def _focus_on_something(self) -> None:
        """Lead a keyboard whose button is gone to what comes next: the window, whoever takes over, the board."""
        dialog = self._document.getElementById("dialog")
        places = ["#dialog :is(a, button, input, select)" if dialog.open else "#cover button", "#grid [tabindex='0']"]
        found = filter(None, map(self._document.querySelector, places))
        control = next(found, None)
        if control:
            control.focus()

    def _follow(self, log: Any) -> None:
        """Keep the turn in sight that is shown."""
        current = log.querySelector("[aria-current]")
        if not current:
            return
        top = current.offsetTop - log.offsetTop
        if not log.scrollTop <= top <= log.scrollTop + log.clientHeight - current.offsetHeight:
            log.scrollTop = top - log.clientHeight / 3


def asked(element: Any) -> tuple[str, str, str]:
    """Read what an element stands for: action, value, field."""
    read = element.getAttribute
    return read("data-action") or "", read("data-value") or "", read("data-field") or ""


def changed_lines(before: str, after: str) -> tuple[int, int, str] | None:
    """Compare two texts with one child a line between a first and a last line that open and close what holds them.

    Gives the first child that changed, how many go, and what comes instead; None if more than children changed.
    """
    was, now = before.split("\n"), after.split("\n")
    shorter = min(len(was), len(now))
    if shorter < 2 or was[0] != now[0] or was[-1] != now[-1]:
        return None
    first = 1
    while first < shorter - 1 and was[first] == now[first]:
        first += 1
    last = 1
    while last < shorter - first and was[-1 - last] == now[-1 - last]:
        last += 1
    return first - 1, len(was) - last - first, "".join(now[first : len(now) - last])


def patch_lines(element: Any, before: str, after: str) -> bool:
    """Set only those children of an element's last child anew that changed; tell whether that was possible."""
    changed = changed_lines(before, after)
    if changed is None:
        return False
    first, gone, text = changed
    children = element.lastElementChild.children
    for _ in range(gone):
        children.item(first).remove()
    if text:
        following = children.item(first)
        if following:
            following.insertAdjacentHTML("beforebegin", text)
        else:
            element.lastElementChild.insertAdjacentHTML("beforeend", text)
    return True


def patch(element: Any, html: str) -> None:
    """Bring an element's content up to date and keep what stays: no focus, caret, scrolling or click is lost."""
    wanted = element.cloneNode(False)
    wanted.innerHTML = html
    _match(element, wanted)


def _alike(mine: Any, wanted: Any) -> bool:
    """Tell whether one element can become another one; a button that is being pressed never turns into another."""
    if mine.nodeName != wanted.nodeName or mine.nodeName in ("#text", "svg"):
        return False
    return bool(mine.getAttribute("data-action") == wanted.getAttribute("data-action"))


def _match(old: Any, new: Any) -> None:
    pairs = list(zip(list(old.childNodes), list(new.childNodes), strict=False))
    for extra in list(old.childNodes)[len(pairs) :]:
        extra.remove()
    for more in list(new.childNodes)[len(pairs) :]:
        old.appendChild(more)
    for mine, wanted in pairs:
        if mine.isEqualNode(wanted):
            continue
        if not _alike(mine, wanted):
            mine.replaceWith(wanted)
            continue
        for name in mine.getAttributeNames():
            if not wanted.hasAttribute(name):
                mine.removeAttribute(name)
        for name in wanted.getAttributeNames():
            if mine.getAttribute(name) != wanted.getAttribute(name):
                mine.setAttribute(name, wanted.getAttribute(name))
        _match(mine, wanted)
        # What is being written stays as it is: a space at the end may be followed by another word.
        if mine.nodeName == "INPUT" and mine.type == "checkbox":
            mine.checked = wanted.checked
        elif mine.nodeName in ("INPUT", "TEXTAREA", "SELECT") and mine.type != "file" and not mine.matches(":focus"):
            mine.value = wanted.value
