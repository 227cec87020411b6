"""The finished site: the size of the single file."""

from pathlib import Path

import pytest

pytest.importorskip("pyodide_lock", reason="part of the build's own environment")

from web.build import site
from web.build.steps import Failure


def test_a_single_file_that_is_too_large_fails_the_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    single = tmp_path / "qin.html"
    monkeypatch.setattr(site, "SINGLE", single)
    single.write_bytes(bytes(site.MAX_SINGLE_BYTES))
    site.check_size()
    single.write_bytes(bytes(site.MAX_SINGLE_BYTES + 10_000))
    with pytest.raises(Failure, match=r"dist/qin\.html has 10\.51 MB: at most 10\.50 MB"):
        site.check_size()
