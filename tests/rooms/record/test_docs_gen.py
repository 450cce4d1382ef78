"""The generated pages of the documentation are what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastcard.record.docs_gen import PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str):
    """docs/NAME is what `python -m lastcard.record.docs_gen` writes."""
    assert Path("docs", name).read_text("utf-8") == PAGES[name]()
