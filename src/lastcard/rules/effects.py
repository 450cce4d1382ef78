"""Effects: the closed set of things that a card can do, printed or written by the table (W1–W9, H1–H8, V4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, TypeVar

from lastcard.rules.errors import RulesError
from lastcard.rules.reasons import impossible

MAX_CARDS = 20
"""The most cards that one written effect may make a player draw, discard or give (H8)."""
MAX_EFFECTS = 12
"""The most effects that one written rule may have, those inside dares and charades included (H8)."""
MAX_DEPTH = 3
"""How deep dares and charades may be nested (H8)."""
MAX_NTH = 108
"""The latest time that a rule can wait for: as often as the classic deck has cards (H7)."""
MAX_TEXT = 200
"""The most characters of a written rule's sentence or of a dare (H8)."""


class Who(Enum):
    """Which players an effect applies to, relative to the acting player; several in turn order after that player (H8)."""

    NEXT = "next"
    PREVIOUS = "previous"
    OTHERS = "others"
    EVERYONE = "everyone"
    CHOSEN = "chosen"
    SELF = "self"
    PARTNER = "partner"


class What(Enum):
    """Which cards an effect is about: a colour, a kind, the colour in force, or any."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    CALLED_COLOUR = "called-colour"
    WILD = "wild"
    NUMBER = "number"
    WORD = "word"
    ANY = "any"


class Way(Enum):
    """Which way hands rotate: with the direction of play, or always to one side."""

    PLAY = "play"
    LEFT = "left"
    RIGHT = "right"


class When(Enum):
    """Whether a written rule is tied to playing or to drawing its card (H7)."""

    PLAY = "play"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Owe:
    """The next player draws `count` cards and loses the turn (W1, W5); V1 lets the debt pass on."""

    count: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Those meant draw `count` cards; neither a debt nor a lost turn (H3, H8)."""

    count: int
    who: Who = Who.SELF


@dataclass(frozen=True, slots=True)
class Discard:
    """Those meant put the cards meant under the top card (H4): all of them, or `count` of their choice."""

    what: What
    who: Who = Who.SELF
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Give:
    """Those meant by `who` give `count` cards of their choice to the one meant by `to` (H8)."""

    count: int
    who: Who
    to: Who


@dataclass(frozen=True, slots=True)
class Skip:
    """Those meant lose their next turn; `everyone` is everyone else: an extra turn (W3, H6)."""

    who: Who


@dataclass(frozen=True, slots=True)
class Reverse:
    """The direction of play turns round (W2)."""


@dataclass(frozen=True, slots=True)
class Swap:
    """The acting player swaps hands with the one meant (W8, V4)."""

    who: Who


@dataclass(frozen=True, slots=True)
class Rotate:
    """All hands move one seat (V4)."""

    way: Way


@dataclass(frozen=True, slots=True)
class Show:
    """Those meant by `who` show their hands to those meant by `to` alone (H8)."""

    who: Who
    to: Who


@dataclass(frozen=True, slots=True)
class Call:
    """The acting player calls a colour (H8)."""


@dataclass(frozen=True, slots=True)
class Dare:
    """Each of those meant is dared in turn; on a failure the effects of `otherwise` apply to that player (H1, H2, H8)."""

    text: str
    who: Who
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Charade:
    """The acting player performs a charade; the effects of `winner` apply to whoever guesses it (H5, H8)."""

    winner: tuple[Effect, ...]


Effect: TypeAlias = (
    Owe | Draw | Discard | Give | Skip | Reverse | Swap | Rotate | Show | Call | Dare | Charade
)


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """A rule that the table wrote on a card (H): its sentence, what it is tied to, and its effects.

    `nth` ties it to the n-th time only that the card is played or drawn in a round; None is each time (H7).
    """

    text: str
    when: When
    effects: tuple[Effect, ...]
    nth: int | None = None


Data: TypeAlias = Mapping[str, object]
_E = TypeVar("_E", bound=Enum)


def parse_written(data: object, where: str) -> WrittenRule:
    """A written rule from its data `{text, when, nth, effects}`; RulesError says what is wrong, and where."""
    entry = _table(data, where, {"text", "when", "effects", "nth"})
    text = _text(entry.get("text", ""), f"{where}.text")
    when = _choice(When, entry.get("when", "play"), f"{where}.when")
    nth = entry.get("nth")
    if nth is not None:
        nth = _number(nth, f"{where}.nth", most=MAX_NTH)
    effects = parse_effects(entry.get("effects", []), f"{where}.effects")
    if _size(effects) > MAX_EFFECTS:
        raise impossible(f"{where}.effects", "many-effects", "H8", most=MAX_EFFECTS)
    return WrittenRule(text, when, effects, nth)


def parse_effects(data: object, where: str) -> tuple[Effect, ...]:
    """Written effects from a list, or from a single effect."""
    if where.count(".else") + where.count(".winner") > MAX_DEPTH:
        raise impossible(where, "deep-effects", "H8", most=MAX_DEPTH)
    entries = data if isinstance(data, list | tuple) else [data]
    return tuple(parse_effect(entry, f"{where}[{i}]") for i, entry in enumerate(entries))


def parse_effect(data: object, where: str) -> Effect:
    """One written effect; its first key names it (`{draw: 2, who: others}`)."""
    if not isinstance(data, Mapping):
        raise RulesError(where, f"an effect is a table such as {{draw: 2, who: next}}, not {data!r}", "H8")
    names = [key for key in data if key in _PARSERS]
    if len(names) != 1:
        known = ", ".join(_PARSERS)
        raise RulesError(
            where,
            f"an effect has one of the keys {known}; this has {', '.join(map(str, data)) or 'none'}",
            "H8",
        )
    name = names[0]
    keys, parse = _PARSERS[name]
    return parse(_table(data, where, {name, *keys}), where)


def effect_data(effect: Effect) -> dict[str, object]:
    """The effect as the data that `parse_effect` reads back."""
    match effect:
        case Owe(count):
            return {"owe": count}
        case Draw(count, who):
            return {"draw": count, "who": who.value}
        case Discard(what, who, count):
            return {"discard": what.value, "who": who.value} | ({} if count is None else {"count": count})
        case Give(count, who, to):
            return {"give": count, "who": who.value, "to": to.value}
        case Skip(who):
            return {"skip": who.value}
        case Reverse():
            return {"reverse": True}
        case Swap(who):
            return {"swap": who.value}
        case Rotate(way):
            return {"rotate": way.value}
        case Show(who, to):
            return {"show": who.value, "to": to.value}
        case Call():
            return {"call": "colour"}
        case Dare(text, who, otherwise):
            return {"dare": text, "who": who.value, "else": [effect_data(e) for e in otherwise]}
        case Charade(winner):
            return {"charade": True, "winner": [effect_data(e) for e in winner]}


def written_data(rule: WrittenRule) -> dict[str, object]:
    """The written rule as the data that `parse_written` reads back."""
    data: dict[str, object] = {"text": rule.text, "when": rule.when.value}
    if rule.nth is not None:
        data["nth"] = rule.nth
    return data | {"effects": [effect_data(e) for e in rule.effects]}


def _size(effects: tuple[Effect, ...]) -> int:
    return sum(1 + _size(getattr(e, "otherwise", ()) + getattr(e, "winner", ())) for e in effects)


def _table(data: object, where: str, keys: set[str]) -> Data:
    if not isinstance(data, Mapping):
        raise RulesError(where, f"a table is needed here, not {data!r}", "H8")
    for key in data:
        if key not in keys:
            raise RulesError(f"{where}.{key}", f"unknown key; known here: {', '.join(sorted(keys))}", "H8")
    return data


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
        raise impossible(where, "text-needed", "H8", most=MAX_TEXT)
    return value


def _number(value: object, where: str, most: int = MAX_CARDS) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise impossible(where, "out-of-range", "H8", least=1, most=most, value=repr(value))
    return value


def _choice(kind: type[_E], value: object, where: str) -> _E:
    try:
        return kind(value)
    except ValueError:
        raise RulesError(
            where, f"{value!r} is none of {', '.join(str(m.value) for m in kind)}", "H8"
        ) from None


def _who(data: Data, where: str, key: str, default: Who | None, allowed: tuple[Who, ...] = tuple(Who)) -> Who:
    value = data.get(key)
    if value is None and default is not None:
        return default
    who = _choice(Who, value, f"{where}.{key}")
    if who not in allowed:
        raise RulesError(
            f"{where}.{key}", f"{who.value} cannot be meant here: {', '.join(w.value for w in allowed)}", "H8"
        )
    return who


def _flag(data: Data, where: str, key: str) -> None:
    if data[key] is not True:
        raise RulesError(f"{where}.{key}", f"write {key}: true, not {data[key]!r}", "H8")


def _draw(data: Data, where: str) -> Effect:
    return Draw(_number(data["draw"], f"{where}.draw"), _who(data, where, "who", Who.SELF))


def _discard(data: Data, where: str) -> Effect:
    what = _choice(What, data["discard"], f"{where}.discard")
    count = data.get("count")
    if count is None and what is What.ANY:
        raise impossible(f"{where}.count", "count-needed", "H8")
    who = _who(data, where, "who", Who.SELF)
    return Discard(what, who, None if count is None else _number(count, f"{where}.count"))


_ONE_OTHER = (Who.NEXT, Who.PREVIOUS, Who.CHOSEN, Who.PARTNER)


def _give(data: Data, where: str) -> Effect:
    count = _number(data["give"], f"{where}.give")
    return Give(
        count, _who(data, where, "who", Who.SELF), _who(data, where, "to", None, (*_ONE_OTHER, Who.SELF))
    )


def _skip(data: Data, where: str) -> Effect:
    return Skip(_who(data, where, "skip", None))


def _extra_turn(data: Data, where: str) -> Effect:
    _flag(data, where, "extra_turn")
    return Skip(Who.EVERYONE)


def _reverse(data: Data, where: str) -> Effect:
    _flag(data, where, "reverse")
    return Reverse()


def _swap(data: Data, where: str) -> Effect:
    return Swap(_who(data, where, "swap", None, _ONE_OTHER))


def _rotate(data: Data, where: str) -> Effect:
    return Rotate(_choice(Way, data["rotate"], f"{where}.rotate"))


def _show(data: Data, where: str) -> Effect:
    return Show(_who(data, where, "show", None), _who(data, where, "to", Who.OTHERS))


def _call(data: Data, where: str) -> Effect:
    if data["call"] not in ("colour", True):
        raise RulesError(f"{where}.call", f"write call: colour, not {data['call']!r}", "H8")
    return Call()


def _dare(data: Data, where: str) -> Effect:
    text = _text(data["dare"], f"{where}.dare")
    return Dare(
        text, _who(data, where, "who", Who.NEXT), parse_effects(data.get("else", []), f"{where}.else")
    )


def _charade(data: Data, where: str) -> Effect:
    _flag(data, where, "charade")
    return Charade(parse_effects(data.get("winner", []), f"{where}.winner"))


_PARSERS: dict[str, tuple[tuple[str, ...], Callable[[Data, str], Effect]]] = {
    "draw": (("who",), _draw),
    "discard": (("who", "count"), _discard),
    "give": (("who", "to"), _give),
    "skip": ((), _skip),
    "extra_turn": ((), _extra_turn),
    "reverse": ((), _reverse),
    "swap": ((), _swap),
    "rotate": ((), _rotate),
    "show": (("to",), _show),
    "call": ((), _call),
    "dare": (("who", "else"), _dare),
    "charade": (("winner",), _charade),
}


def parse_printed(data: object, where: str) -> Effect:
    """An effect of a deck's file: a written one, or `{owe: 2}`, the debt of a draw card (W1, W5)."""
    if isinstance(data, Mapping) and set(data) == {"owe"}:
        return Owe(_number(data["owe"], f"{where}.owe"))
    return parse_effect(data, where)
