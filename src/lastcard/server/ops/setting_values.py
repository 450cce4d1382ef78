"""What the value of a setting may be: each function reads one kind, from text or TOML, or says what is needed."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

Read: TypeAlias = Callable[[object], object]
"""From what was given to the value; `UnfitValue` says what is needed."""

_PORTS: Final = {"http": 80, "https": 443}


class UnfitValue(ValueError):  # noqa: N818 - it is the value that is unfit
    """A value that a setting cannot have; the text says what is needed."""


def text(value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise UnfitValue(f"a text is needed, not {value!r}")
    return value.strip()


def number(least: float, most: float) -> Callable[[object], float]:
    """A reader of numbers from `least` to `most`."""

    def read(value: object) -> float:
        try:
            found = float(_word(value))
        except ValueError:
            raise UnfitValue(f"a number is needed, not {value!r}") from None
        if not math.isfinite(found) or not least <= found <= most:
            raise UnfitValue(f"a number from {least:.10g} to {most:.10g} is needed, not {value!r}")
        return found

    return read


def whole(least: int, most: int) -> Callable[[object], int]:
    """A reader of whole numbers from `least` to `most`."""

    def read(value: object) -> int:
        try:
            found = int(_word(value))
        except ValueError:
            raise UnfitValue(f"a whole number is needed, not {value!r}") from None
        if not least <= found <= most:
            raise UnfitValue(f"a number from {least} to {most} is needed, not {value!r}")
        return found

    return read


def _word(value: object) -> str:
    """The text of a number; true and false are none."""
    return "" if isinstance(value, bool) else str(value)


def one_of(*words: str) -> Callable[[object], str]:
    """A reader of one of the words."""

    def read(value: object) -> str:
        if value not in words:
            raise UnfitValue(f"one of {', '.join(words)} is needed, not {value!r}")
        return str(value)

    return read


def address(*schemes: str) -> Callable[[object], str]:
    """A reader of addresses such as `nats://…`; what is wrong is said without the value, which may hold a password."""

    def read(value: object) -> str:
        found = text(value)
        if found and found.split("://", 1)[0] not in schemes:
            raise UnfitValue(f"an address that begins with {schemes[0]}:// is needed")
        return found

    return read


def site(value: object) -> str:
    """The address of a web site as browsers write an origin: scheme, host, port where it is not the usual one."""
    given = text(value)
    parts = _split(given)
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        raise UnfitValue(f"an address such as https://cards.example is needed, not {given!r}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise UnfitValue(f"{given!r} has a path: the page must be served at the root of its own host name")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port in (None, _PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _split(given: str) -> SplitResult:
    try:
        parts = urlsplit(given)
        _ = parts.port  # read late, and wrong ones raise
    except ValueError as error:
        raise UnfitValue(f"{given!r} is no address ({error})") from None
    return parts


def site_or_nothing(value: object) -> str:
    """The same, or nothing."""
    return site(value) if value != "" else ""


def sites(value: object) -> tuple[str, ...]:
    """Several of them: a list, or a text with commas or blanks between them."""
    return tuple(site(word) for word in _words(value))


def networks(value: object) -> tuple[str, ...]:
    """Addresses (`10.0.0.7`) and networks (`10.0.0.0/8`); not all the world."""
    found = tuple(map(text, _words(value)))
    for word in found:
        try:
            whole_world = ipaddress.ip_network(word).prefixlen == 0
        except ValueError:
            raise UnfitValue(f"{word!r} is no address or network, such as 10.0.0.7 or 10.0.0.0/8") from None
        if whole_world:
            raise UnfitValue(f"{word!r} is everybody: name the proxy's own address")
    return found


def _words(value: object) -> list[object]:
    if isinstance(value, str):
        return list(value.replace(",", " ").split())
    if not isinstance(value, list | tuple):
        raise UnfitValue(f"a list is needed, not {value!r}")
    return list(value)
