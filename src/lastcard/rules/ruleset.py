"""Rule sets: an edition, the options that differ from it, the table's written rules (rulebook: Editions, V)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from functools import cache, cached_property
from typing import Any, Final

from lastcard.rules.cards import Card, Face, Kind
from lastcard.rules.deck import (
    Changes,
    Deck,
    build,
    known_keys,
    parse_token,
    read_data,
    read_deck,
    with_numbered,
)
from lastcard.rules.effects import (
    Effect,
    Owe,
    Swap,
    Who,
    WrittenRule,
    parse_effects,
    parse_written,
    written_data,
)
from lastcard.rules.errors import RulesError
from lastcard.rules.options import (
    CatchWindow,
    DealerDraw,
    DrawnCard,
    JumpIn,
    LastCard,
    Scoring,
    Stacking,
    StartReverse,
    StartSkip,
    StartWild,
    WildDrawFour,
)
from lastcard.rules.reasons import impossible

_OWED_ANYWAY: Final = 4
"""What `challenge_failed` counts in: the cards of the Wild Draw Four itself (W6)."""


def _option(
    default: Any, rule: str, doc: str, *, least: int = 0, most: int = 0, values: Sequence[int] = ()
) -> Any:
    """A field of Ruleset that is an option: its default, rulebook id, sentence and range."""
    return field(
        default=default,
        metadata={"rule": rule, "doc": doc, "least": least, "most": most, "values": tuple(values)},
    )


@dataclass(frozen=True)
class Ruleset:
    """The rules of a table, frozen and checked; make one with `ruleset`.

    Each option is a field whose metadata holds its rulebook id (`rule`), sentence (`doc`) and range.
    """

    edition: str
    players: int = 4
    teams: tuple[tuple[int, ...], ...] = ()
    written: tuple[tuple[Card, WrittenRule], ...] = ()

    scoring: Scoring = _option(Scoring.FIRST_TO, "P2", "How the points of rounds add up to a match.")
    target: int = _option(
        500, "P2", "The points at which a match or a player's part in it ends.", least=1, most=100_000
    )
    dealer_draw: DealerDraw = _option(
        DealerDraw.NUMBERS, "S2", "Which cards count when the dealer is drawn for."
    )
    first_seat: int | None = _option(
        None, "S4", "The seat that starts, instead of the dealer's left.", least=0, most=9
    )
    start_wild: StartWild = _option(
        StartWild.CALL, "S7", "A Wild turned up first: a colour is called, or another is turned."
    )
    start_reverse: StartReverse = _option(
        StartReverse.DEALER, "S9", "Who plays first after a Reverse turned up first."
    )
    start_skip: StartSkip = _option(StartSkip.AFTER, "S10", "Who plays first after a Skip turned up first.")
    drawn_card: DrawnCard = _option(
        DrawnCard.MAY_PLAY, "T3", "Whether a playable drawn card may or must be played."
    )
    wild_draw_four: WildDrawFour = _option(
        WildDrawFour.BLUFF, "W7", "How the condition on a Wild Draw Four is kept."
    )
    challenge_failed: int = _option(
        6, "W6", "Cards drawn in all by who challenged wrongly.", least=4, most=20
    )
    uno_penalty: int = _option(2, "U5", "Cards drawn by who is caught without UNO.", least=0, most=10)
    catch_window: CatchWindow = _option(CatchWindow.NEXT_BEGINS, "U4", "Until when a player may be caught.")
    suggestion_penalty: int = _option(
        4, "X1", "Cards drawn for suggesting a card; 0 for no such rule.", values=(0, 4)
    )
    blank_points: int = _option(20, "D6", "What a coloured blank counts.", least=0, most=100)
    lost: tuple[Card, ...] = _option((), "D5", "Cards lost from the deck.")
    replace: tuple[tuple[Card, Card], ...] = _option((), "D5", "Blanks that stand in for lost cards.")
    without: tuple[Card, ...] = _option((), "D7", "Swap Hands or Customizable cards left out.")
    stacking: Stacking = _option(Stacking.NONE, "V1", "Which draw cards may be added to a debt.")
    deflect: bool = _option(False, "V2", "Reverse and Skip send a debt on.")
    jump_in: JumpIn = _option(JumpIn.NONE, "V3", "Which identical cards may be played out of turn.")
    seven_zero: bool = _option(False, "V4", "A 7 swaps hands, a 0 passes all hands on.")
    draw_to_match: bool = _option(False, "V5", "Who draws goes on until a card can be played.")
    renege: bool = _option(True, "V6", "Drawing is allowed while holding a playable card.")
    false_catch_penalty: int = _option(0, "V7", "Cards drawn by who catches wrongly.", least=0, most=4)
    last_card: LastCard = _option(LastCard.ANY, "V8", "Which cards may be the last.")
    multi_play: bool = _option(False, "V9", "Several equal numbers may be played in one turn.")
    hand_size: int = _option(7, "V10", "Cards dealt to each player.", least=1, most=15)
    decks: int = _option(1, "D8", "How many decks are combined.", values=(1, 2))
    draw_limit: int | None = _option(
        None, "V11", "The size beyond which no hand grows by drawing.", least=15, most=40
    )

    @cached_property
    def deck(self) -> Deck:
        """The deck of the edition's box."""
        return read_deck(str(read_data("editions", self.edition)["deck"]))

    @cached_property
    def rules_on(self) -> dict[Card, WrittenRule]:
        """The written rule of each card that has one."""
        return dict(self.written)

    @cached_property
    def effects(self) -> dict[Card, tuple[Effect, ...]]:
        """What each card does when played, its written rule aside (W1–W8, V4)."""
        changed = _house_effects("seven_zero") if self.seven_zero else {}
        return {c: changed.get(s.face, s.effects) for s in self.deck.types for c in with_numbered(s.cards())}

    @cached_property
    def points(self) -> dict[Card, int]:
        """What each card counts (P1)."""
        sorts = self.deck.types
        return {
            c: self.blank_points if s.points is None else s.points
            for s in sorts
            for c in with_numbered(s.cards())
        }

    @cached_property
    def debts(self) -> dict[Card, int]:
        """The draw cards and how many cards each makes the next player draw (W1, W5)."""
        return {c: e.count for c, effects in self.effects.items() for e in effects if isinstance(e, Owe)}

    @cached_property
    def swapping(self) -> frozenset[Card]:
        """The cards that swap hands with a player to be named (W8, V4)."""
        named = Swap(Who.CHOSEN)
        return frozenset(c for c, effects in self.effects.items() if named in effects)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck that is played with, sorted, equal ones as often as they occur (D1–D8)."""
        changes = Changes(
            self.edition, self.decks, self.lost, self.replace, self.written, self.without, self.debts
        )
        return build(self.deck, changes)

    def team_of(self, seat: int) -> int | None:
        """The number of the seat's team, or None where there are no teams."""
        return next((i for i, team in enumerate(self.teams) if seat in team), None)

    def same_side(self, a: int, b: int) -> bool:
        """Whether two seats score together (M1, M4)."""
        return a == b or (bool(self.teams) and self.team_of(a) == self.team_of(b))

    def challenge_cost(self, debt: int) -> int:
        """What who wrongly challenges a Wild Draw Four draws, where `debt` is owed with it (W6, V1)."""
        return debt + self.challenge_failed - _OWED_ANYWAY

    def starts(self, card: Card) -> bool:
        """Whether the card may start the discard pile (S6, S7)."""
        if card.face is Face.WILD:
            return self.start_wild is StartWild.CALL
        return card.face is not Face.WILD_DRAW_FOUR

    def differences(self) -> dict[str, object]:
        """The options that differ from the edition, as data (`ruleset(edition, **differences)` gives these rules)."""
        printed = edition_options(self.edition)
        now = {name: option_data(getattr(self, name)) for name in OPTIONS}
        return {name: value for name, value in now.items() if value != option_data(printed[name])}

    def as_data(self) -> dict[str, object]:
        """These rules as plain data; `ruleset_from` reads them back."""
        data: dict[str, object] = {"edition": self.edition, "players": self.players}
        if self.teams:
            data["teams"] = [list(team) for team in self.teams]
        if self.written:
            data["written"] = {c.token: written_data(rule) for c, rule in self.written}
        return data | {"options": self.differences()}


OPTIONS: Final = {f.name: f for f in fields(Ruleset) if f.metadata}
"""The options of a rule set by name; `metadata` holds rule, doc, least, most and values."""

EDITIONS: Final = ("classic", "blanks-112", "swap-112")
"""The editions, in the order in which they are shown."""


def ruleset(
    edition: str = "classic",
    *,
    players: int = 4,
    teams: Sequence[Sequence[int]] = (),
    written: Mapping[str, object] | None = None,
    **options: object,
) -> Ruleset:
    """The rules of an edition with what differs from it.

    `teams` are lists of seats; `written` are written rules by card token (docs/conformance.md); options
    are given as plain data (`stacking="same"`, `deflect=True`). RulesError says which key is wrong, why,
    and which rule it breaks.
    """
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise RulesError("edition", f"{edition!r} is none of {', '.join(EDITIONS)}")
    if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= 10:  # noqa: PLR2004
        raise RulesError("players", f"2 to 10 can play, not {players!r}", "S1")
    values = edition_options(edition) | {name: read_option(name, value) for name, value in options.items()}
    rules = Ruleset(edition, players, read_teams(teams), read_written(written or {}), **values)
    _check(rules)
    return rules


def ruleset_from(data: object, where: str = "rules") -> Ruleset:
    """Rules from plain data `{edition, players, teams, written, options}`; RulesError names file and dotted key."""
    if not isinstance(data, Mapping):
        raise RulesError(where, f"a table of rules is needed, not {data!r}")
    known_keys(data, {"edition", "players", "teams", "written", "options"}, where)
    options = data.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(key, str) for key in options):
        raise RulesError(f"{where}: options", f"a table of options is needed, not {options!r}")
    clash = {"edition", "players", "teams", "written"} & set(options)
    if clash:
        raise RulesError(f"{where}: options.{min(clash)}", "this is no option: it stands beside them")
    rest = {key: data[key] for key in ("edition", "players", "teams", "written") if key in data}
    return ruleset(**rest, **options)


@cache
def edition_options(edition: str) -> dict[str, Any]:
    """The value of each option in the printed edition."""
    data = read_data("editions", edition)
    where = f"editions/{edition}.toml"
    known_keys(data, {"title", "summary", "sheets", "deck", "options"}, where)
    printed = data["options"]
    assert isinstance(printed, Mapping)  # noqa: S101
    return {n: f.default for n, f in OPTIONS.items()} | {n: read_option(n, v) for n, v in printed.items()}


def option_data(value: object) -> object:
    """An option's value as the plain data that reads back: words, numbers, booleans, token lists; None is none."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return {pair[0].token: pair[1].token for pair in value}
        return [card.token for card in value]
    return value


def read_option(name: str, value: object) -> object:
    """An option's value from plain data; RulesError if there is no such option or no such value of it (V13)."""
    option = OPTIONS.get(name)
    if option is None:
        raise RulesError(name, f"there is no such option; known: {', '.join(OPTIONS)}")
    where, rule, default = name, option.metadata["rule"], option.default
    assert default is not MISSING  # noqa: S101
    if isinstance(default, Enum):
        return _read_choice(type(default), value, where, rule)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise RulesError(where, f"on or off (true or false) is needed, not {value!r}", rule)
        return value
    if name == "replace":
        return _read_replace(value)
    if isinstance(default, tuple):
        if isinstance(value, str) or not isinstance(value, list | tuple):
            raise RulesError(where, f"a list of cards is needed, not {value!r}", rule)
        return tuple(sorted(parse_token(token, f"{where}[{i}]") for i, token in enumerate(value)))
    return _read_number(value, option.metadata, where, optional=default is None)


def _read_choice(kind: type[Enum], value: object, where: str, rule: str) -> Enum:
    if value in (False, None) and "none" in {m.value for m in kind}:
        value = "none"
    try:
        return kind(value)
    except ValueError:
        raise RulesError(
            where, f"{value!r} is none of {', '.join(str(m.value) for m in kind)}", rule
        ) from None


def _read_number(value: object, meta: Mapping[str, Any], where: str, *, optional: bool) -> int | None:
    if optional and value in (None, "none"):
        return None
    allowed = meta["values"] or range(meta["least"], meta["most"] + 1)
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        raise _unfit_number(value, meta, where, optional=optional)
    return value


def _unfit_number(value: object, meta: Mapping[str, Any], where: str, *, optional: bool) -> RulesError:
    if meta["values"]:
        known = " or ".join(map(str, meta["values"]))
        return RulesError(
            where, f"{known}{' or none' if optional else ''} is needed, not {value!r}", meta["rule"]
        )
    code = "out-of-range-or-none" if optional else "out-of-range"
    return impossible(where, code, meta["rule"], least=meta["least"], most=meta["most"], value=repr(value))


def _read_replace(value: object) -> tuple[tuple[Card, Card], ...]:
    if value in ((), []):  # how `option_data` writes that nothing is replaced
        return ()
    if not isinstance(value, Mapping):
        raise RulesError("replace", f"a table such as {{'Y*': Y7}} is needed, not {value!r}", "D5")
    pairs = []
    for key, token in value.items():
        blank = parse_token(key, f"replace.{key}")
        if blank.kind is not Kind.BLANK:
            raise RulesError(f"replace.{key}", f"{blank} is no coloured blank", "D5")
        pairs.append((blank, parse_token(token, f"replace.{key}")))
    return tuple(sorted(pairs))


def read_teams(teams: object) -> tuple[tuple[int, ...], ...]:
    """Teams from lists of seats; RulesError for anything else. Whether they fit the table is seen later (M1, M4)."""
    if not isinstance(teams, list | tuple) or not all(isinstance(team, list | tuple) for team in teams):
        raise RulesError("teams", f"lists of seats are needed, such as [[0, 2], [1, 3]], not {teams!r}", "M1")
    for team in teams:
        for seat in team:
            if not isinstance(seat, int) or isinstance(seat, bool):
                raise RulesError("teams", f"{seat!r} is no seat number", "M1")
    return tuple(tuple(sorted(team)) for team in teams)


def read_written(written: object) -> tuple[tuple[Card, WrittenRule], ...]:
    """Written rules from a table of them by card token, in the order of cards; RulesError names what is wrong (H8)."""
    if not isinstance(written, Mapping):
        raise RulesError("written", f"written rules by card are needed, not {written!r}", "H8")
    pairs = [
        (parse_token(key, f"written.{key}"), parse_written(data, f"written.{key}"))
        for key, data in written.items()
    ]
    return tuple(sorted(pairs, key=lambda pair: pair[0].order))


@cache
def _house_effects(name: str) -> dict[Face, tuple[Effect, ...]]:
    data = read_data("house", name)
    known_keys(data, {"effects"}, f"house/{name}.toml")
    effects = data["effects"]
    assert isinstance(effects, Mapping)  # noqa: S101
    return {
        Face(token): parse_effects(e, f"house/{name}.toml: effects.{token}") for token, e in effects.items()
    }


def _check(rules: Ruleset) -> None:
    """Refuse what cannot be played, with the reason (S4, S6, D8, V2, V10)."""
    if rules.deflect and rules.stacking is Stacking.NONE:
        raise impossible("deflect", "deflect-alone", "V2")
    if rules.first_seat is not None and rules.first_seat >= rules.players:
        raise impossible("first_seat", "no-first-seat", "S4", seat=rules.first_seat, players=rules.players)
    _check_teams(rules)
    dealt = rules.players * rules.hand_size + 1
    if dealt > len(rules.cards):
        raise impossible("hand_size", "deck-too-small", "D8", dealt=dealt, cards=len(rules.cards))
    if not any(rules.starts(card) for card in rules.cards):
        raise impossible("lost", "nothing-starts", "S6")


def _check_teams(rules: Ruleset) -> None:
    """Refuse teams that the rules do not know (M1, M4, P4)."""
    if not rules.teams:
        return
    if rules.scoring is not Scoring.FIRST_TO:
        raise impossible("scoring", "single-scoring", "P4", scoring=rules.scoring.value)
    if rules.players not in (4, 6, 8, 10):
        raise impossible("teams", "sides-players", "M4", players=rules.players)
    sides = {tuple(range(start, rules.players, 2)) for start in (0, 1)}
    if set(rules.teams) != sides or len(rules.teams) != 2:  # noqa: PLR2004
        raise impossible("teams", "sides-alternate", "M1")
