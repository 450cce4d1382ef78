"""Every refusal says what it is in a form that a client can put into any language: reason, parameters, their kinds."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lastcard.record
import lastcard.rules
import lastcard.server
from lastcard.record.errors import RECORD_ERRORS
from lastcard.rules.errors import RulesError
from lastcard.rules.reasons import REASONS, RULES, Reason, fields_of, sentence
from lastcard.rules.ruleset import ruleset
from lastcard.server.model.errors import RefusedError, against_act, against_rules, refusal_from
from lastcard.server.model.refusals import KINDS, Param, catalogue, english
from lastcard.server.wire.outbound import gone, nak

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

EXAMPLES: dict[str, Param] = {
    "seat": 2,
    "card": "R7",
    "colour": "red",
    "number": 11,
    "word": "classic",
    "text": "Ana {x} %s",
    "texts": ["Ana", "Ben"],
}
"""A value of each kind; what people typed may look like a template."""
BUILDERS = {"refusal_from", "against_act", "against_rules", "_of_record"}
"""Those that make a refusal of a reason which they are given."""


def example(reason: str) -> RefusedError:
    """That refusal with some parameters."""
    return RefusedError(reason, {name: EXAMPLES[KINDS[name]] for name in catalogue()[reason].params})


def calls(package: ModuleType, *names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of one of these functions in the package, and where it stands."""
    for path in sorted(Path(str(package.__path__[0])).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        skipped = {
            id(node)
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef) and function.name in BUILDERS
            for node in ast.walk(function)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and id(node) not in skipped and ast.unparse(node.func) in names:
                yield f"{path.name}:{node.lineno}", node


def words(node: ast.expr) -> list[str]:
    """The texts that an argument may be: one, or either of two."""
    if isinstance(node, ast.IfExp):
        return words(node.body) + words(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def given(node: ast.expr) -> set[str] | None:
    """The names of the parameters in a dictionary, a tuple of pairs or what `about_seat` makes; None if it is another thing."""
    if isinstance(node, ast.Dict):
        return {
            key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)
        }
    if isinstance(node, ast.Tuple):
        return {words(pair.elts[0])[0] for pair in node.elts if isinstance(pair, ast.Tuple)}
    return {"seat"} if isinstance(node, ast.Call) and ast.unparse(node.func) == "about_seat" else None


def test_each_refusal_in_the_server_is_in_the_catalogue_with_all_its_parameters() -> None:
    """Read from the sources: no reason without words, no parameter without its place or missing, no words unused."""
    own = set(catalogue()) - set(REASONS) - set(RULES) - set(RECORD_ERRORS)
    met = {"record-act"}  # made of what replaying says
    for where, call in calls(lastcard.server, "RefusedError", "super().__init__"):
        reasons = words(call.args[0]) if call.args else []
        if "RefusedError" in ast.unparse(call.func):
            assert reasons, f"{where}: the reason must be a word"
        elif not set(reasons) <= own:
            continue  # another class's
        params = given(call.args[1]) if len(call.args) > 1 else set()
        for reason in reasons:
            assert reason in own, f"{where}: {reason} has no words"
            assert params == set(catalogue()[reason].params), f"{where}: {reason}"
        met |= set(reasons)
    assert met == own


def test_each_reason_of_the_rules_is_in_the_catalogue_with_all_its_parameters() -> None:
    """The same of `Reason` and `impossible`; a reason against an act has its rulebook id beside it."""
    met = set()
    for where, call in calls(lastcard.rules, "Reason"):
        params = given(call.args[2]) if len(call.args) > 2 else set()
        codes = words(call.args[0])
        assert codes, where
        for code in codes:
            assert params == set(fields_of(REASONS[code])), f"{where}: {code}"
        met |= set(codes)
    assert met == set(REASONS)
    met = {"malformed"}
    for where, call in calls(lastcard.rules, "impossible"):
        codes = words(call.args[1]) or ["out-of-range", "out-of-range-or-none"]
        for code in codes:
            assert {k.arg for k in call.keywords} == set(fields_of(RULES[code])), f"{where}: {code}"
        met |= set(codes)
    assert met == set(RULES)


def test_each_fault_of_a_record_is_in_the_catalogue_with_all_its_parameters() -> None:
    """The same of `record_error`, which the readers of records and the page's replay call."""
    met = set()
    for package in (lastcard.record, lastcard.server):
        for where, call in calls(package, "record_error"):
            (code,) = words(call.args[1])
            assert {k.arg for k in call.keywords} == set(fields_of(RECORD_ERRORS[code])), f"{where}: {code}"
            met.add(code)
    assert met == set(RECORD_ERRORS)


def test_no_reason_has_two_meanings() -> None:
    """The rules' reasons, those against rule sets, those of records and the server's own are named apart."""
    assert len(catalogue()) == len({*REASONS, *RULES, *RECORD_ERRORS}) + len(
        set(catalogue()) - {*REASONS, *RULES, *RECORD_ERRORS}
    )
    assert len({*REASONS, *RULES, *RECORD_ERRORS}) == len(REASONS) + len(RULES) + len(RECORD_ERRORS)
    for name in set(REASONS) | set(RULES):
        assert catalogue()[name].code in ("illegal", "lost-race", "rules")


@pytest.mark.parametrize("reason", sorted(catalogue()))
def test_the_sentence_can_be_made_again_from_what_is_sent(reason: str) -> None:
    """Through JSON, as nak, as gone and between servers; nothing is left in braces that no parameter put there."""
    refusal = example(reason)
    sent = json.loads(json.dumps(nak("c1", refusal, 7)))
    assert sent["message"] == english(sent["reason"], sent["params"])
    assert (sent["code"], sent["v"], sent.get("rule")) == (refusal.code, 7, refusal.rule)
    assert set(sent["params"]) == set(catalogue()[reason].params)
    assert "{" not in sent["message"].replace("{x}", "")
    assert refusal_from(gone(refusal)).data() == refusal.data()


def test_people_are_told_seats_from_one_and_programs_from_nought() -> None:
    """Seat 2 of the notation is the third."""
    refusal = against_act(Reason("not-catchable", "U4", (("seat", 2),)))
    assert refusal.data() == {
        "code": "illegal",
        "reason": "not-catchable",
        "params": {"seat": 2},
        "message": "Seat 3 cannot be caught now.",
        "rule": "U4",
    }
    assert sentence(Reason("not-catchable", "U4", (("seat", 2),))) == "Seat 2 cannot be caught now."


def test_rules_that_cannot_be_say_which_option_and_why() -> None:
    """What a page needs to put the sentence beside the option."""
    with pytest.raises(RulesError) as found:
        ruleset(players=10, hand_size=15)
    assert against_rules(found.value).data() == {
        "code": "rules",
        "reason": "deck-too-small",
        "params": {"where": "hand_size", "dealt": 151, "cards": 108},
        "message": "hand_size: 151 cards are dealt and turned up, but the deck has 108.",
        "rule": "D8",
    }


def test_what_was_sent_is_not_repeated_at_length() -> None:
    """A long text is cut in the parameters and in the sentence."""
    refusal = RefusedError("bad-notation", {"why": "x" * 9000})
    assert len(str(refusal)) == len(str(refusal.params["why"])) == 500
