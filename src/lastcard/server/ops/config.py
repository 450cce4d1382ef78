"""How the server is set: flags before environment before `lastcard.toml` in the data folder before defaults.

Each setting is a field of `Settings` that says by itself what it may be and what it means: flags, variables, the
file and the table in docs/hosting.md are all made from the fields.
"""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lastcard.server.model.errors import ServerError
from lastcard.server.ops import setting_values

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE_NAME: Final = "lastcard.toml"
"""The file of settings in the data folder."""

PREFIX: Final = "LASTCARD_"
"""What the names of environment variables begin with: `port` is LASTCARD_PORT."""

_T = TypeVar("_T")


def _setting(default: _T, read: setting_values.Read, doc: str, *, flag: bool = True) -> _T:
    """A field that can be set; `flag` is off for what may hold a password, which every user of a machine could read."""
    return field(default=default, metadata={"read": read, "doc": doc, "flag": flag})


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; `data` is the folder of the tables, `static` the web client."""

    data: Path
    host: str = _setting(
        "127.0.0.1", setting_values.text, "the address to listen on; `0.0.0.0` lets other machines in"
    )
    port: int = _setting(8420, setting_values.whole(0, 65535), "the port to listen on; 0 takes a free one")
    public_url: str = _setting(
        "",
        setting_values.site_or_nothing,
        "the address under which others find the server, such as `https://cards.example`: used in invitations, and "
        "allowed as `Host` and `Origin`",
    )
    origins: tuple[str, ...] = _setting(
        (),
        setting_values.sites,
        "further addresses under which the page is served, allowed as `Host` and `Origin`",
    )
    proxies: tuple[str, ...] = _setting(
        ("127.0.0.1", "::1"),
        setting_values.networks,
        "the proxies, by address or network, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed",
    )
    database: str = _setting(
        "",
        setting_values.address("postgresql", "postgres"),
        "`postgresql://…` to keep the log there instead of in SQLite in the data folder",
        flag=False,
    )
    nats: str = _setting(
        "",
        setting_values.address("nats", "tls"),
        "`nats://…`, through which several servers on one database find each other's tables",
        flag=False,
    )
    metrics: str = _setting(
        "local",
        setting_values.one_of("local", "network", "all", "off"),
        "who may read `/metrics`: this machine, private networks as well, everybody, nobody",
    )
    keep_days: float = _setting(
        365.0,
        setting_values.number(0, 36500),
        "days without an event after which a table is deleted for good; 0 keeps all for ever",
    )
    bot_delay: float = _setting(0.9, setting_values.number(0, 3600), "seconds that a bot thinks")
    contribution_wait: float = _setting(
        1.5,
        setting_values.number(0, 30),
        "seconds that a deal waits for the people's contributions to the shuffle",
    )
    rate: float = _setting(
        20.0,
        setting_values.number(1, 1e9),
        "messages a second that are read from one socket; more of them wait",
    )
    most_sockets: int = _setting(10_000, setting_values.whole(1, 10**9), "sockets open at a time")
    sockets_an_address: int = _setting(
        200, setting_values.whole(1, 10**9), "sockets open at a time from one address"
    )
    most_tables: int = _setting(
        2000, setting_values.whole(1, 10**9), "tables kept in memory; the others stay in the log"
    )
    tables_an_address: int = _setting(
        200, setting_values.whole(1, 10**9), "tables in memory that one address has opened"
    )
    tables_a_minute: int = _setting(
        60, setting_values.whole(1, 10**9), "tables that one address may open or join in a minute"
    )
    codes_a_minute: int = _setting(
        20, setting_values.whole(1, 10**9), "six-character codes that one address may try in a minute"
    )
    spectators: int = _setting(
        50, setting_values.whole(0, 10_000), "connections that may look on at one table"
    )
    quiet: float = _setting(
        600.0,
        setting_values.number(1, 1e9),
        "seconds after which a table that nobody looks at leaves memory; its log stays",
    )
    static: Path = Path(__file__).parents[2] / "static"

    @property
    def everywhere(self) -> bool:
        """Whether the server listens on every address of this machine."""
        return self.host in ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound

    @property
    def sites(self) -> tuple[str, ...]:
        """The addresses under which the page is served by a proxy, `public_url` first."""
        return ((self.public_url,) if self.public_url else ()) + self.origins


def known_settings() -> tuple[Field[Any], ...]:
    """The fields that can be set by flag, variable or file, in their order; `data` aside."""
    return tuple(f for f in fields(Settings) if "read" in f.metadata)


def flag_of(name: str) -> str:
    """The flag of a setting: `--bot-delay` of `bot_delay`."""
    return f"--{name.replace('_', '-')}"


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def default_data(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder where this platform keeps a program's data."""
    home = Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Lastcard"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Lastcard"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "lastcard"


def data_folder(flag: object = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The data folder: the flag's, else the variable's, else the platform's."""
    return Path(str(flag or environment.get("LASTCARD_DATA") or default_data(environment))).expanduser()


def settings(flags: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force; ServerError names the flag, variable or key that is wrong.

    `flags` are those given on the command line (None is not given), by field name.
    """
    data = data_folder(flags.get("data"), environment)
    found = _from_file(data / FILE_NAME)
    for f in known_settings():
        variable = variable_of(f.name)
        if environment.get(variable):
            found[f.name] = _read(f, environment[variable], variable)
        if flags.get(f.name) is not None:
            found[f.name] = _read(f, flags[f.name], flag_of(f.name))
    return replace(Settings(data), **found)  # type: ignore[arg-type]


def settings_table() -> str:
    """The table of all settings for docs/hosting.md, made from the fields."""
    lines = ["| setting | default | meaning |", "| --- | --- | --- |"]
    for f in known_settings():
        flag = "" if f.metadata["flag"] else " (no flag)"
        lines.append(f"| `{f.name}` | {_shown(f.default)} | {f.metadata['doc']}{flag} |")
    return "\n".join(lines) + "\n"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        value = ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value) or "none"


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
    known = {f.name: f for f in known_settings()}
    for key in table:
        if key not in known:
            raise ServerError(f"{path}: {key} is no setting; known: {', '.join(sorted(known))}.")
    return {key: _read(known[key], value, f"{path}: {key}") for key, value in table.items()}


def _read(setting: Field[Any], value: object, where: str) -> object:
    """The value of a setting in its type; ServerError with the place and what is wanted."""
    read: setting_values.Read = setting.metadata["read"]
    try:
        return read(value)
    except setting_values.UnfitValue as error:
        raise ServerError(f"{where}: {error}.") from None
