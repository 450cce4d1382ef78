"""Servers that tell too much, each by one small fault: what a proof of secrecy must find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from lastcard.rules import events as ev
from lastcard.rules.cards import Card
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import Round
from lastcard.rules.view import seen_by, unseen, view
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import DealSealed
from lastcard.server.timing import bot_pacing, referee
from lastcard.server.timing.timing import Timing
from lastcard.server.views import deal_chain, history, rendering, visible

Viewer = int | None


def _pile() -> Any:
    """The card that is drawn next lies open in the view."""

    def leaky(round_: Round, seat: Viewer) -> Round:
        seen = view(round_, seat)
        if not round_.hidden.pile:
            return seen
        pile = (round_.hidden.pile[0], *seen.hidden.pile[1:])
        return seen._replace(hidden=seen.hidden._replace(pile=pile))

    return patch.object(rendering, "view", leaky)


def _drawn() -> Any:
    """Everybody is told which cards were drawn."""
    return patch.object(
        rendering, "seen_by", lambda e, seat: e if isinstance(e, ev.Drew) else seen_by(e, seat)
    )


def _legal() -> Any:
    """A seat is told what its neighbour may do."""
    write = rendering.Rendering._write

    def leaky(self: rendering.Rendering, seat: Viewer) -> str:
        round_ = self.state.round
        if round_ is None or seat is None:
            return write(self, seat)
        other = (seat + 1) % len(round_.hands)
        with patch.object(rendering, "legal_actions", lambda *_: legal_actions(round_, other)):
            return write(self, seat)

    return patch.object(rendering.Rendering, "_write", leaky)


def _timing() -> Any:
    """A bot takes longer the better its cards are."""
    delay = bot_pacing._delay

    def leaky(*given: Any) -> float:
        round_ = next(value for value in given if isinstance(value, Round))
        worth = sum(card.order for hand in round_.hands for card in hand.cards)
        return delay(*given) * (1 + worth / 10_000)

    return patch.object(bot_pacing, "_delay", leaky)


def _secret() -> Any:
    """The secret of a deal stands in the event that binds it."""
    data = visible.event_data

    def leaky(event: Any, viewer: Viewer) -> Any:
        found = data(event, viewer)
        return found | {"secret": event.secret} if isinstance(event, DealSealed) else found

    return patch.object(visible, "event_data", leaky)


def _counted() -> Any:
    """Wild cards are not counted among the cards that somebody else holds."""

    def leaky(round_: Round, seat: Viewer) -> Round:
        seen = view(round_, seat)
        hands = tuple(
            hand if at == seat or round_.over else hand._replace(cards=unseen(_tame(round_.hands[at].cards)))
            for at, hand in enumerate(seen.hands)
        )
        return seen._replace(hands=hands)

    return patch.object(rendering, "view", leaky)


def _tame(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if not card.wild)


def _refusal() -> Any:
    """A refusal names a card of the neighbour's."""
    judge = Timing.judge

    def leaky(self: Timing, state: Any, claim: Any, *more: Any) -> Any:
        try:
            return judge(self, state, claim, *more)
        except RefusedError as error:
            hand = state.round.hands[(claim.seat + 1) % len(state.round.hands)].cards if state.round else ()
            error.params["why"] = str(hand[:1])
            raise

    return patch.object(Timing, "judge", leaky)


def _summary() -> Any:
    """What anybody may ask for over HTTP has the next card in it."""
    summary = visible.summary

    def leaky(name: str, state: Any, *more: Any) -> Any:
        pile = state.round.hidden.pile if state.round else ()
        return summary(name, state, *more) | {"next": [card.token for card in pile[:1]]}

    return patch.object(visible, "summary", leaky)


def _log() -> Any:
    """The events of a snapshot, and they alone, are those of the log."""
    log = rendering.EventBatch.log

    def leaky(self: rendering.EventBatch, seat: Viewer) -> str:
        with patch.object(rendering, "seen_by", lambda event, _: event):
            return log(self, seat)

    return patch.object(rendering.EventBatch, "log", leaky)


def _spectator() -> Any:
    """Spectators look into the hand of seat 0."""
    write = rendering.Rendering._view_text

    def leaky(self: rendering.Rendering, mine: Round | None, seat: Viewer) -> str:
        if seat is None and self.state.round is not None:
            return write(self, view(self.state.round, 0), 0)
        return write(self, mine, seat)

    return patch.object(rendering.Rendering, "_view_text", leaky)


def _jumps() -> Any:
    """Time is given for jumps only where somebody holds the card."""
    may = referee.may_jump

    def leaky(round_: Round | None) -> bool:
        if round_ is None or not may(round_):
            return False
        return any(round_.table.top in hand.cards for hand in round_.hands)

    return patch.object(referee, "may_jump", leaky)


def _history() -> Any:
    """What was played so far, over HTTP, has the log's last line in it as it is."""
    tell = history.HistoryReader.query
    last: list[str] = []

    def leaky(self: history.HistoryReader, bodies: Any, what: Any) -> Any:
        last[:] = bodies[-1:]
        return tell(self, bodies, what)

    data = history.history_data
    return _both(
        patch.object(history.HistoryReader, "query", leaky),
        patch("lastcard.server.http.history.history_data", lambda past: data(past) | {"last": last}),
    )


@contextmanager
def _both(*patches: Any) -> Iterator[None]:
    with ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        yield


def _deal() -> Any:
    """What the deal's address tells has the order of the cards in it before the round's end."""
    data = deal_chain.logged_deal_data
    return patch(
        "lastcard.server.http.deals.logged_deal_data",
        lambda deal: data(deal) | {"cards": [card.token for card in deal.order]},
    )


LEAKS: dict[str, Callable[[], Any]] = {
    "the pile": _pile,
    "drawn cards": _drawn,
    "lawful actions": _legal,
    "a bot's time": _timing,
    "the deal's secret": _secret,
    "how many cards": _counted,
    "a refusal": _refusal,
    "the summary": _summary,
    "a snapshot's events": _log,
    "spectators": _spectator,
    "time for jumps": _jumps,
    "the history": _history,
    "the deal's address": _deal,
}
"""What can leak, by name; the function gives the fault as a context."""


@contextmanager
def leaking(name: str) -> Iterator[None]:
    """In the context the server tells too much in this way."""
    with LEAKS[name]():
        yield
