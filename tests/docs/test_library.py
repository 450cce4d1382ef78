"""The quickstart of docs/library.md runs as it stands, and prints what it says."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

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
