"""The version of the protocol and the size of its frames (docs/protocol.md)."""

from __future__ import annotations

from typing import Final

VERSION: Final = 1
"""The version of the protocol: another one is not understood."""


MINOR: Final = 2
"""What was added to the version so far: a client of a newer one is welcome, and does without what is missing here."""


LEAST_MINOR: Final = 0
"""The oldest one that still plays here; an older page must reload."""


MAX_BYTES: Final = 4096
"""The largest frame that a client may send."""
