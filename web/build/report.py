"""Collect the results of all parts of a test run and print the summary at its end."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SLOWEST = 10


@dataclass
class Part:
    """The results of one part of a test run."""

    name: str
    seconds: float = 0.0
    passed: int = 0
    failed: list[str] = field(default_factory=list)
    """The names of failed tests."""
    skipped: Counter[str] = field(default_factory=Counter)
    """How many tests were skipped, by reason."""
    times: list[tuple[float, str]] = field(default_factory=list)
    """Seconds and name of each test."""
    is_test: bool = True
    """False for set-up and build, which have no tests."""

    def check(self, name: str, ok: bool) -> None:
        """Count a check that writes no report, such as a linter."""
        if ok:
            self.passed += 1
        else:
            self.failed.append(name)

    def read(self, file: Path, ok: bool) -> None:
        """Add the results of a JUnit report; if the command failed without a failed test, count one failure."""
        before = len(self.failed)
        for case in ElementTree.parse(file).iter("testcase") if file.exists() else ():
            self._add(case)
        if not ok and len(self.failed) == before:
            self.failed.append(f"{self.name}: the command failed outside its tests")

    def _add(self, case: ElementTree.Element) -> None:
        name = "::".join(filter(None, (case.get("classname"), case.get("name"))))
        self.times.append((float(case.get("time") or 0), name))
        if case.find("failure") is not None or case.find("error") is not None:
            self.failed.append(name)
        elif (skipped := case.find("skipped")) is not None:
            self.skipped[skipped.get("message") or "no reason given"] += 1
        else:
            self.passed += 1


def summary(parts: Sequence[Part]) -> str:
    """Return the summary of a run; its last line has only the totals."""
    width = max(len(part.name) for part in parts)
    lines = ["", f"{'part':{width}}  passed  failed  skipped   time"]
    for part in parts:
        counts = f"{part.passed:6}  {len(part.failed):6}  {part.skipped.total():7}" if part.is_test else " " * 23
        lines.append(f"{part.name:{width}}  {counts}  {part.seconds:3.0f} s")
    lines += _titled("Skipped", (f"{n} × {why} ({part.name})" for part in parts for why, n in part.skipped.items()))
    slowest = sorted(((*time, part.name) for part in parts for time in part.times), reverse=True)[:SLOWEST]
    lines += _titled("Slowest", (f"{seconds:5.1f} s  {name} ({part})" for seconds, name, part in slowest))
    lines += _titled("Failed", (f"{name} ({part.name})" for part in parts for name in part.failed))
    passed, failed = sum(part.passed for part in parts), sum(len(part.failed) for part in parts)
    return "\n".join([*lines, "", f"{passed} passed, {failed} failed"])


def _titled(title: str, lines: Iterable[str]) -> list[str]:
    indented = [f"  {line}" for line in lines]
    return ["", f"{title}:", *indented] if indented else []
