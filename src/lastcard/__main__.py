"""`python -m lastcard`: the same as the command `lastcard`."""

from __future__ import annotations

import sys

from lastcard.cli import main

sys.exit(main())
