"""Settings: each by flag, variable and file; what is wrong is said with its place and what is needed."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lastcard
from lastcard.cli import serve
from lastcard.server.model.errors import ServerError
from lastcard.server.ops import setting_values
from lastcard.server.ops.config import (
    FILE_NAME,
    Settings,
    flag_of,
    known_settings,
    settings,
    settings_table,
    variable_of,
)

GIVEN: dict[str, tuple[str, object]] = {
    "host": ("::1", "::1"),
    "public_url": ("https://Cards.Example:443/", "https://cards.example"),
    "origins": ("http://a.example, https://b.example:8443", ("http://a.example", "https://b.example:8443")),
    "proxies": ("10.0.0.7 10.1.0.0/16", ("10.0.0.7", "10.1.0.0/16")),
    "database": ("postgresql://u:p@host/db", "postgresql://u:p@host/db"),
    "nats": ("nats://host:4222", "nats://host:4222"),
    "metrics": ("network", "network"),
}
"""For each setting that is no number: a text, and the value that it gives."""


def test_the_page_is_in_the_package() -> None:
    """Where hatch_build.py puts it, wherever the module of the settings lies."""
    assert Settings(Path()).static == Path(lastcard.__file__).with_name("static")


def given(name: str, default: object) -> tuple[str, object]:
    """A text for the setting that is not its default, and its value."""
    return GIVEN.get(name) or ("7", type(default)(7))  # type: ignore[call-arg]


def flags(*words: str) -> dict[str, Any]:
    """What `lastcard serve` with these words hands on."""
    parser = argparse.ArgumentParser()
    serve.add(parser.add_subparsers())
    return vars(parser.parse_args(["serve", *words]))


@pytest.mark.parametrize("setting", known_settings(), ids=lambda s: s.name)
def test_every_setting_can_come_from_flag_variable_and_file(setting: Any, tmp_path: Path) -> None:
    """The same text gives the same value in all three; what may hold a password is no flag."""
    text, value = given(setting.name, setting.default)
    wanted = replace(Settings(tmp_path), **{setting.name: value})
    assert wanted != Settings(tmp_path)
    data = {"LASTCARD_DATA": str(tmp_path)}
    assert settings({}, data | {variable_of(setting.name): text}) == wanted
    if setting.metadata["flag"]:
        assert settings(flags(flag_of(setting.name), text), data) == wanted
    else:
        with pytest.raises(SystemExit):
            flags(flag_of(setting.name), text)
    (tmp_path / FILE_NAME).write_text(f"{setting.name} = '{text}'\n")
    assert settings({}, data) == wanted


def test_a_file_can_have_numbers_and_lists(tmp_path: Path) -> None:
    """TOML's own types are taken as well as texts."""
    (tmp_path / FILE_NAME).write_text("port = 80\nbot_delay = 1.5\norigins = ['https://cards.example']\n")
    found = settings({}, {"LASTCARD_DATA": str(tmp_path)})
    assert found == Settings(tmp_path, port=80, bot_delay=1.5, origins=("https://cards.example",))


@pytest.mark.parametrize(
    ("name", "value", "needed"),
    [
        ("port", "x", "whole number"),
        ("port", True, "whole number"),
        ("port", "70000", "from 0 to 65535"),
        ("rate", "0", "from 1 to"),
        ("bot_delay", "nan", "from 0 to 3600"),
        ("keep_days", "-1", "from 0 to 36500"),
        ("metrics", "yes", "one of local, network, all, off"),
        ("host", 3, "a text"),
        ("origins", 3, "a list"),
        ("origins", "cards.example", "https://cards.example"),
        ("origins", "https://u:p@cards.example", "https://cards.example"),
        ("public_url", "ftp://cards.example", "https://cards.example"),
        ("public_url", "https://cards.example/uno", "root of its own host name"),
        ("public_url", "https://cards.example:99999", "no address"),
        ("public_url", "https://[cards", "no address"),
        ("proxies", "proxy", "no address or network"),
        ("proxies", "0.0.0.0/0", "everybody"),
        ("nats", "http://host", "nats://"),
    ],
)
def test_a_wrong_value_is_said_with_its_place_and_what_is_needed(
    name: str, value: object, needed: str, tmp_path: Path
) -> None:
    """The sentence names the flag, and what would do."""
    with pytest.raises(ServerError, match=needed) as caught:
        settings({name: value}, {"LASTCARD_DATA": str(tmp_path)})
    assert str(caught.value).startswith(f"{flag_of(name)}: ")


def test_a_password_is_not_repeated(tmp_path: Path) -> None:
    """Not even where the address around it is wrong."""
    with pytest.raises(ServerError) as caught:
        settings({}, {"LASTCARD_DATA": str(tmp_path), "LASTCARD_DATABASE": "mysql://u:hush@host/db"})
    assert "LASTCARD_DATABASE" in str(caught.value)
    assert "hush" not in str(caught.value)


def test_an_address_in_figures_keeps_its_brackets() -> None:
    """As browsers write the origin of a page on an IPv6 address."""
    assert setting_values.site("http://[2001:DB8::1]:8080/") == "http://[2001:db8::1]:8080"


def test_the_table_of_settings_has_all_of_them() -> None:
    """One row for each, with its default and its meaning."""
    table = settings_table()
    for setting in known_settings():
        assert f"| `{setting.name}` | " in table
        assert setting.metadata["doc"] in table
    assert "| `proxies` | 127.0.0.1, ::1 |" in table
    assert "| `keep_days` | 365 |" in table


def test_the_page_is_a_part_of_the_package() -> None:
    """Unless something else is set, the page is read from the folder `static` of the installed package."""
    assert Settings(Path()).static == Path(lastcard.__file__).parent / "static"
