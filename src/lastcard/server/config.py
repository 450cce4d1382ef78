"""How the server is set: flags before environment before `lastcard.toml` in the data folder before defaults."""

from __future__ import annotations

import math
import os
import sys
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lastcard.server.errors import ServerError

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE_NAME: Final = "lastcard.toml"
"""The file of settings in the data folder."""

_ENVIRONMENT: Final = {
    "host": "LASTCARD_HOST",
    "port": "LASTCARD_PORT",
    "bot_delay": "LASTCARD_BOT_DELAY",
    "origins": "LASTCARD_ORIGINS",
    "database": "LASTCARD_DATABASE",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set.

    `database` is `postgresql://…`, or nothing for SQLite in the data folder; `bot_delay` are seconds that a bot thinks; `origins` are further addresses under which the page is served (behind a
    proxy: `https://cards.example`); `rate` is how many messages a second a socket is read, `most_tables` how
    many tables are kept in memory, `tables_a_minute` how many one address may open or join.
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8420
    bot_delay: float = 0.9
    origins: tuple[str, ...] = ()
    database: str = ""
    rate: float = 20.0
    most_tables: int = 2000
    tables_a_minute: int = 60
    static: Path = Path(__file__).parent.parent / "static"

    @property
    def everywhere(self) -> bool:
        """Whether the server listens on every address of this machine."""
        return self.host in ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound


def default_data(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder where this platform keeps a program's data."""
    home = Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Lastcard"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Lastcard"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "lastcard"


def settings(flags: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force; ServerError names the flag, variable or key that is wrong.

    `flags` are those given on the command line (None is not given), by field name.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    data = Path(
        str(given.pop("data", None) or environment.get("LASTCARD_DATA") or default_data(environment))
    ).expanduser()
    found = _from_file(data / FILE_NAME)
    for name, variable in _ENVIRONMENT.items():
        if environment.get(variable):
            found[name] = _read(name, environment[variable], variable)
    for name, value in given.items():
        found[name] = _read(name, value, f"--{name.replace('_', '-')}")
    return replace(Settings(data), **found)  # type: ignore[arg-type]


def _from_file(path: Path) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ServerError(f"{path} cannot be read ({error}): mend it, or move it away.") from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ServerError(f"{path} is not TOML: {error}.") from error
    known = {f.name for f in fields(Settings)} - {"data", "static"}
    for key in table:
        if key not in known:
            raise ServerError(f"{path}: {key} is no setting; known: {', '.join(sorted(known))}.")
    return {key: _read(key, value, f"{path}: {key}") for key, value in table.items()}


def _read(name: str, value: object, where: str) -> object:
    """The value of a setting in its type; ServerError with the place and what is wanted."""
    if name in ("host", "database"):
        return str(value)
    if name == "origins":
        return (
            tuple(str(value).replace(",", " ").split())
            if isinstance(value, str)
            else tuple(map(str, _list(value, where)))
        )
    whole = name in ("port", "most_tables", "tables_a_minute")
    try:
        number = int(str(value)) if whole else float(str(value))
    except ValueError:
        raise ServerError(f"{where}: a {'whole ' if whole else ''}number is needed, not {value!r}.") from None
    most = 65535 if name == "port" else 3600 if name == "bot_delay" else 10**9
    if not math.isfinite(number) or not 0 <= number <= most:
        raise ServerError(f"{where}: a number from 0 to {most} is needed, not {value!r}.")
    return number


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list | tuple):
        raise ServerError(f"{where}: a list is needed, not {value!r}.")
    return list(value)
