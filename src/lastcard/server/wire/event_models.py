"""The types of events as a client is sent them: those of the table, made from `model.events`, and each with its version."""

from __future__ import annotations

from types import GenericAlias
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import Field, create_model

from lastcard.rules.cards import Card
from lastcard.rules.encode import tag_of
from lastcard.rules.ruleset import Ruleset
from lastcard.server.model.events import Room, TableEvent, shown_fields
from lastcard.server.wire.table_models import RoomData, RoundEvent, RulesData, ServerModel

_WRITTEN_AS = {Card: str, Ruleset: RulesData, Room: RoomData}
"""What some types are in JSON."""


class HiddenEvent(ServerModel):
    """Something that this viewer may know nothing of but that it happened."""

    t: Literal["hidden"]


def _json_type(kind: Any) -> Any:  # noqa: ANN401 - it is a type as it is written
    """The type as JSON has it: a tuple of any length is a list."""
    if get_origin(kind) is not tuple:
        return _WRITTEN_AS.get(kind, kind)
    first, *others = get_args(kind)
    if others == [...]:
        return GenericAlias(list, (_json_type(first),))
    return GenericAlias(tuple, tuple(_json_type(part) for part in (first, *others)))


def _models() -> list[type[ServerModel]]:
    """A model for each table event of which something is shown; what may be None is left out then."""
    found: list[type[ServerModel]] = []
    for event in get_args(TableEvent):
        shown = shown_fields(event)
        if shown is not None:
            kinds: dict[str, Any] = {"t": (Literal[tag_of(event)], ...)}
            for field in shown:
                left_out = type(None) in get_args(field.kind)
                kinds[field.name] = (_json_type(field.kind), None if left_out else ...)
            doc = (event.__doc__ or "").partition("\n\n")[0]
            found.append(create_model(f"{event.__name__}Event", __base__=ServerModel, __doc__=doc, **kinds))
    return found


if TYPE_CHECKING:
    TableEventData: TypeAlias = ServerModel
else:
    TableEventData = Annotated[Union[(HiddenEvent, *_models())], Field(discriminator="t")]


class Logged(ServerModel):
    """An event as this viewer may see it, with the version that it led to."""

    v: int
    e: TableEventData | RoundEvent
