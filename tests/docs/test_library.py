"""The quickstart of docs/library.md runs as it stands, and prints what it says."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import get_args

import yaml

from lastcard.rules.effects import MAX_EFFECTS, Effect, Owe, What, Who, effect_data, parse_effect

DOC = Path(__file__).parents[2] / "docs" / "library.md"


def test_the_quickstart_runs_and_prints_what_its_comments_say() -> None:
    """Every block runs in order; a print with a comment prints the comment."""
    blocks = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    code = "\n".join(blocks)
    expected = [
        c.strip() for c in re.findall(r"^ *print\(.*\)  # (.*)$", code, re.MULTILINE) if " and " not in c
    ]
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(code, str(DOC), "exec"), {})  # noqa: S102
    printed = out.getvalue().splitlines()
    assert blocks
    assert expected
    for line in expected:
        assert line in printed


def test_the_table_of_effects_is_whole() -> None:
    """Every effect in it can be read, there is none besides, and all whom and what they may mean are named."""
    # `Owe` is printed on cards and cannot be written
    text = DOC.read_text(encoding="utf-8")
    table = re.findall(r"^\| `(\{.*\})` \|", text, re.MULTILINE)
    shown = [yaml.safe_load(entry) for entry in table]
    assert {type(parse_effect(entry, "docs/library.md")) for entry in shown} == set(get_args(Effect)) - {Owe}
    for entry in shown:
        effect = parse_effect(entry, "docs/library.md")
        assert parse_effect(effect_data(effect), "docs/library.md") == effect
    assert [
        word.value
        for word in (*Who, *What)
        if f"`{word.value}`" not in text and f": {word.value}" not in text
    ] == []
    assert f"at most {MAX_EFFECTS} effects" in text
