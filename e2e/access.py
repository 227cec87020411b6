"""Accessibility of any page: axe finds nothing, targets are large, nothing is wider than the screen."""

from pathlib import Path

AXE = (Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
RUN = """() => axe.run(document, { resultTypes: ['violations'], preload: false }).then(found => found.violations.map(
  broken => `${broken.id}: ${broken.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`))"""
SMALL = """() => [...document.querySelectorAll(
  'button, select, input, textarea, summary, label.file, label.switch, a.button')]
  .filter(one => one.checkVisibility() && !one.closest('.file input, .switch input, #log, .hidden')
    && !one.matches('.file input, .switch input'))
  .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([html, box]) => `${html} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
