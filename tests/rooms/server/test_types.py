"""The types of the wire: models of all messages, their schema, and TypeScript made from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from lastcard.server.wire.message_models import check
from lastcard.server.wire.typescript import FILES, typescript, wire_schema

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", FILES)
def test_the_generated_files_are_what_the_models_say(name: str) -> None:
    """Whoever changes a message writes them anew with `python -m lastcard.server.wire.typescript`."""
    assert (ROOT / name).read_text("utf-8") == FILES[name]()


def test_each_kind_of_schema_has_its_type() -> None:
    """Objects are interfaces, what may be left out has its mark, and lists of alternatives have brackets."""
    schema = {
        "$defs": {
            "Thing": {
                "description": "A thing.",
                "type": "object",
                "properties": {
                    "t": {"const": "thing"},
                    "cards": {"type": "array", "items": {"$ref": "#/$defs/Card"}},
                    "seats": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
                    "pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
                    "more": {"type": "object", "additionalProperties": {"type": "number"}},
                    "any": {},
                },
                "required": ["t", "cards"],
            },
            "Card": {"enum": ["R5", "W"]},
        }
    }
    assert typescript(schema).endswith(
        """\
/** A thing. */
export interface Thing {
  t: "thing";
  cards: Card[];
  seats?: (number | null)[];
  pair?: [number, string];
  more?: Record<string, number>;
  any?: unknown;
}

export type Card = "R5" | "W";
"""
    )


def test_the_schema_refers_to_nothing_that_it_lacks() -> None:
    """Every reference in it leads to a definition."""
    schema = wire_schema()
    wanted = set()

    def walk(part: object) -> None:
        if isinstance(part, dict):
            wanted.update([part["$ref"]] if isinstance(part.get("$ref"), str) else [])
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(schema)
    assert wanted
    assert wanted <= {f"#/$defs/{name}" for name in schema["$defs"]}


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"ack","id":"a"}',
        '{"t":"ack","id":"a","v":1,"more":2}',
        '{"t":"ev","v":1,"e":{"t":"seat-taken","seat":0,"name":"Ana","kind":"person","proof":"x"}}',
        '{"t":"ev","v":1,"e":{"t":"drew","seat":0}}',
        '{"t":"ev","v":1,"e":{"t":"nonsense"}}',
        '{"t":"news"}',
    ],
)
def test_what_is_no_message_of_the_protocol_is_found(text: str) -> None:
    """A field too many, one too few, an event that nobody knows: what holds every message in these tests would say so."""
    with pytest.raises(ValidationError):
        check(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"ack","id":"a","v":1}',
        '{"t":"ev","v":1,"e":{"t":"hidden"}}',
        '{"t":"ev","v":1,"e":{"t":"drew","seat":0,"cards":"?? ??","why":"turn","reneged":false}}',
    ],
)
def test_messages_of_the_protocol_are_taken(text: str) -> None:
    """Of the table and of the rules alike."""
    check(text)
