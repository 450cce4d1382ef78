"""A lock on a file that goes with the process that holds it, also under `kill -9`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """Held from when it is made; BlockingIOError if another holds it, OSError if the file cannot be made."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")
        try:
            if sys.platform == "win32":
                self._file.seek(0)
                try:
                    msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
                except OSError as error:
                    raise BlockingIOError(str(error)) from None
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BaseException:
            self._file.close()
            raise

    def release(self) -> None:
        """Let go of it; again is no fault. The file stays: removing it would let two take it at once."""
        self._file.close()
