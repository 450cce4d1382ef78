"""`lastcard play`: a match against bots in the terminal."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
import tomllib
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

from lastcard.cli import ExitCode
from lastcard.cli.rules import add_rules

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping
    from typing import Self, TextIO

    from lastcard.record import Record
    from lastcard.rules.ruleset import Ruleset
    from lastcard.terminal import RecordedMatch, Screen

_FORGET_UNO: Final = 0.12
"""The probability that a bot forgets to say UNO, so that there is somebody to catch."""
_SEAT: Final = 0
"""The player's seat."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "play",
        help="play a match against bots in the terminal",
        description="Plays a whole match against bots, line by line: type a card such as `red 7`, or `draw`; `?` helps, "
        "`why CARD` says why it may not be played. Every action is saved in a record at once (docs/notation.md).",
    )
    add_rules(parser)
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="FILE",
        help="read the rules from a file instead: TOML, or JSON as `lastcard rules --json` prints it",
    )
    parser.add_argument("--sides", action="store_true", help="play in two teams, seated alternately")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="seed for the deals; the same seed gives the same deals (default: random)",
    )
    parser.add_argument("--name", default="Player", help="your name in the record (default: Player)")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="the file to save the match in (default: a new file in the data folder)",
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved match")
    parser.add_argument("--data", metavar="DIR", help="the data folder (default: the platform's)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play; the match is saved however it ends. 130 if interrupted."""
    from lastcard.bots import Greedy
    from lastcard.terminal import TerminalSession

    record = _read(args.resume) if args.resume else None
    rules = record.header.rules if record else _rules(args)
    names = _names(rules, record, args.name)
    with _MatchFile(_record_path(args)) as match_file:
        game = _game(args, rules, names, record, match_file)
        session = TerminalSession(
            game, names, Greedy(_generator(args.seed, -1), _FORGET_UNO), _screen(), _SEAT
        )
        code = _play_until_stopped(session.play)
        _print_where(match_file.path, over=game.match.over)
    return code


def _play_until_stopped(play: Callable[[], None]) -> int:
    """Play until the match is over or the player stops: by `quit`, end of input or Ctrl-C; return the exit code."""
    from lastcard.terminal.session import QuitError

    try:
        play()
    except (EOFError, QuitError):
        return 0
    except KeyboardInterrupt:
        print()
        return ExitCode.INTERRUPTED
    return 0


def _print_where(path: Path, *, over: bool) -> None:
    if over:
        print(f"The match is kept: lastcard replay {path}")
    else:
        print(f"The match is kept and can go on: lastcard play --resume {path}")


# Rules and players.


def _rules(args: argparse.Namespace) -> Ruleset:
    """The rules in the arguments; RulesError says what is wrong with them."""
    from lastcard.record.settings import read_settings
    from lastcard.rules.ruleset import ruleset_from

    data: dict[str, object] = {"edition": args.edition, "players": args.players}
    if args.rules:
        data = _rules_file(args.rules)
    if args.sides:
        players = data.get("players", 4)
        seats = list(range(players if isinstance(players, int) else 0))
        data["teams"] = [seats[::2], seats[1::2]]
    given = data.get("options", {})
    options = read_settings(args.settings)
    if isinstance(given, dict):
        data["options"] = given | options
    return ruleset_from(data, str(args.rules) if args.rules else "rules")


def _rules_file(path: Path) -> dict[str, object]:
    from lastcard.rules.errors import RulesError

    text = path.read_text(encoding="utf-8")
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise RulesError(str(path), f"neither TOML nor JSON: {fault}") from None
    inner = data.get("rules", data)
    if not isinstance(inner, dict):
        raise RulesError(str(path), "a table of rules is needed")
    return dict(inner)


def _names(rules: Ruleset, record: Record | None, own: str) -> dict[int, str]:
    """The players' names: those in the record if they can be typed, else the server's names for bots."""
    from lastcard.rules.errors import LastcardError
    from lastcard.server.decisions.starting import BOT_NAMES
    from lastcard.terminal.input_parser import RESERVED

    if not own or not own.isprintable():
        raise LastcardError("--name: a name is needed that can be printed")
    names: dict[int, str] = {}
    for seat in range(rules.players):
        kept = record.header.names.get(seat, "") if record else own if seat == _SEAT else ""
        taken = {name.lower() for name in names.values()} | RESERVED
        bots = (BOT_NAMES[seat], *BOT_NAMES)
        free = kept.lower() not in {*taken, ""} or (seat == _SEAT and kept != "")
        names[seat] = kept if free else next(n for n in bots if n.lower() not in taken)
    return names


# The match and its file.


def _read(path: Path) -> Record:
    from lastcard.record import RecordError, read_record
    from lastcard.rules.errors import LastcardError

    try:
        return read_record(path.read_text(encoding="utf-8"))
    except RecordError as fault:
        raise LastcardError(f"{path}: {fault}") from None


def _game(
    args: argparse.Namespace,
    rules: Ruleset,
    names: Mapping[int, str],
    record: Record | None,
    match_file: _MatchFile,
) -> RecordedMatch:
    from lastcard.rules.errors import LastcardError
    from lastcard.terminal import new_game, resume_game

    def chance(number: int) -> Random:
        return _generator(args.seed, number)

    if record is None:
        date = datetime.now().astimezone().isoformat(timespec="minutes")
        return new_game(rules, names, date, chance, match_file.keep)
    try:
        return resume_game(record, _SEAT, chance, match_file.keep)
    except LastcardError as fault:
        raise LastcardError(f"{args.resume}: {fault}") from None


def _generator(seed: int | None, number: int) -> Random:
    """The generator for a round: the system's, unless a seed was given to repeat the same deals."""
    return SystemRandom() if seed is None else Random(f"{seed}:{number}")  # noqa: S311 - requested with --seed


def _record_path(args: argparse.Namespace) -> Path:
    """The file of the match."""
    from lastcard.server.ops.config import data_folder

    if args.record:
        return Path(args.record)
    if args.resume:
        return Path(args.resume)
    folder = data_folder(args.data) / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.lastcard"


class _MatchFile:
    """The file of the match. A file that exists is replaced only when the first entry is saved."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, text: str) -> None:
        """Append the text before it takes effect; the first text starts the file."""
        if self._file is None:
            part = self.path.with_name(f"{self.path.name}.part")
            part.write_text(text, encoding="utf-8")
            part.replace(self.path)
            self._file = self.path.open("a", encoding="utf-8")
        else:
            self._file.write(text)
            self._file.flush()


def _screen() -> Screen:
    """The terminal, with colours only if it is one and NO_COLOR is not set."""
    from lastcard.terminal import Screen
    from lastcard.terminal.screen import echoing_reader

    shown, typed = sys.stdout.isatty(), sys.stdin.isatty()
    if shown and typed:
        with suppress(ImportError):  # not on every system; adds line editing and history
            import readline  # noqa: F401
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    coloured = shown and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    read = input if shown and typed else echoing_reader(sys.stdin, sys.stdout)
    return Screen(sys.stdout, read, shutil.get_terminal_size().columns - 1, coloured=coloured)
