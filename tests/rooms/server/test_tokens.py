"""Tokens of seats: each greeting gives a new one, the old one dies when the new one has been used."""

from __future__ import annotations

import json

from lastcard.server.model.events import TokenRenewed
from lastcard.server.model.state import Seat
from lastcard.server.model.tokens import newest, next_token, proof_of, renewal
from lastcard.server.table.token_renewal import RENEWALS, RENEWED_EVERY
from tests.rooms.server.timed import after, in_virtual_time
from tests.rooms.server.wired import Window, Wired


def token(window: Window) -> str:
    """The token that a greeting gave."""
    found = window.snap["token"]
    assert isinstance(found, str)
    return found


def renewals(wired: Wired) -> int:
    """How many times a token was renewed, by the log."""
    return sum('"token-renewed"' in entry.body for entry in wired.log.entries)


def test_the_next_token_hangs_on_token_and_salt() -> None:
    """128 bits; another token or another salt gives another one, the same ones the same."""
    made = next_token("one", "salt")
    assert made == next_token("one", "salt")
    assert len({made, next_token("two", "salt"), next_token("one", "salz")}) == 3
    assert len(made) == 22


def test_a_seat_never_has_more_than_two_tokens() -> None:
    """The newest one is renewed; with the one before, the newest is said again."""
    fresh = Seat(proof=proof_of("one"))
    made = renewal(fresh, 3, "one", "salt")
    assert made == TokenRenewed(3, proof_of(next_token("one", "salt")), "salt")
    seat = Seat(proof=made.proof, former=fresh.proof, salt="salt")
    assert renewal(seat, 3, "one", "other") is None
    assert newest(seat, "one") == newest(seat, next_token("one", "salt")) == next_token("one", "salt")


@in_virtual_time
async def test_the_old_token_lives_until_the_new_one_was_used() -> None:
    """The same new one is given again for it; once the new one was used the old one is of no seat."""
    wired = Wired()
    second = token(await wired.come("Ana"))
    assert second != "Ana"
    assert token(await wired.come("Ana")) == second
    assert renewals(wired) == 1
    third = token(await wired.come(second))
    assert len({"Ana", second, third}) == 3
    assert (await wired.come("Ana")).ended == "unknown"
    assert token(await wired.come(second)) == third
    assert (await wired.come(third)).ended is None
    assert (await wired.come(second)).ended == "unknown"
    await wired.stop()


@in_virtual_time
async def test_a_token_that_did_not_arrive_is_given_again_after_a_crash() -> None:
    """The renewal was committed, the client knows the old token only: a new process makes the same new one of it."""
    wired = Wired()
    second = token(await wired.come("Ana"))
    await wired.restart()
    assert token(await wired.come("Ana")) == second
    assert renewals(wired) == 1
    third = token(await wired.come(second))
    await wired.restart()
    assert (await wired.come("Ana")).ended == "unknown"
    assert (await wired.come(third)).ended is None
    await wired.stop()


@in_virtual_time
async def test_coming_back_again_and_again_does_not_fill_the_log() -> None:
    """A few renewals in succession, then one in a while; in between the token stays and goes on being good."""
    wired = Wired()
    newest_one = "Ana"
    for _ in range(50):
        window = await wired.come(newest_one)
        newest_one = token(window)
        await wired.go(window)
    assert renewals(wired) == RENEWALS
    assert (await wired.come("Ana")).ended == "unknown"
    await after(RENEWED_EVERY)
    assert token(await wired.come(newest_one)) != newest_one
    assert renewals(wired) == RENEWALS + 1
    await wired.stop()


@in_virtual_time
async def test_a_token_is_told_to_who_shows_the_seat_s_token_alone() -> None:
    """Nobody else's messages and no stored event hold a token, a hash of one or a salt."""
    wired = Wired()
    ben, eve = await wired.come("Ben"), await wired.come(None)
    ana = await wired.come("Ana")
    known = {token(ana), token(await wired.come(token(ana)))}
    stored = "".join(entry.body for entry in wired.log.entries)
    told = json.dumps(ben.told + eve.told)
    marks = [json.loads(e.body) for e in wired.log.entries if "token-renewed" in e.body]
    assert len(marks) == 3
    for secret in known:
        assert secret not in stored + told
    for mark in marks:
        assert mark["proof"] not in told + json.dumps(ana.told)
        assert mark["salt"] not in told + json.dumps(ana.told)
    assert eve.snap["token"] is None
    await wired.stop()


@in_virtual_time
async def test_where_the_log_fails_nobody_is_greeted_and_everybody_may_come_back() -> None:
    """Without the commit there is no new token: the connection is closed so that its client tries again."""
    wired = Wired()
    wired.log.fail = "before"
    first = await wired.come("Ana")
    assert (first.ended, first.told) == ("dropped", [])
    assert token(await wired.come("Ana")) != "Ana"
    await wired.stop()
