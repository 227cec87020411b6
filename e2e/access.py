"""Accessibility of any page: axe finds nothing, targets are large, nothing is wider than the screen."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
"""The script of axe-core; a page evaluates it before `RUN`."""
# Lists the rules that axe finds broken, each with its first elements.
RUN = """() => axe.run(document, { resultTypes: ['violations'], preload: false }).then(found => found.violations.map(
  broken => `${broken.id}: ${broken.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`))"""
# Lists the visible controls that are smaller than 44 by 44 pixels, apart from those in lines of the log.
SMALL = """() => [...document.querySelectorAll(
  'button, select, input, textarea, summary, label.file, label.switch, a.button')]
  .filter(one => one.checkVisibility() && !one.closest('.file input, .switch input, #log, .hidden')
    && !one.matches('.file input, .switch input'))
  .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([html, box]) => `${html} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how many pixels the page is wider than the window."""


def problems(page: Page, *, phone: bool) -> list[str]:
    """List everything that is wrong on a page that has evaluated `AXE`; small targets only matter on phones."""
    found: list[str] = page.evaluate(RUN) + (page.evaluate(SMALL) if phone else [])
    wide = page.evaluate(WIDE)
    return [*found, f"too wide by {wide}"] if wide > 0 else found
