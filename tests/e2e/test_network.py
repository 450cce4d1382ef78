"""Slow and broken networks in a real browser: nothing is lost, nothing happens twice, and what the player sees is right."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e import clicking, slowing
from tests.e2e.clicking import hand
from tests.e2e.serving import Server
from tests.e2e.visiting import ANSWERED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page, WebSocket, WebSocketRoute

    from tests.e2e.visiting import Visitor

LATE = 300
"""Milliseconds that every message takes more, to the server and from it."""

SLOW = slowing.sockets(LATE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("network")) as running:
        yield running


@dataclass
class Told:
    """What the page and the server said to each other."""

    sent: list[dict[str, Any]] = field(default_factory=list)
    heard: list[dict[str, Any]] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Keep what goes over the page's sockets from now on."""

        def open_(socket: WebSocket) -> None:
            socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
            socket.on("framereceived", lambda text: self.heard.append(json.loads(text)))

        page.on("websocket", open_)

    def acts(self) -> list[dict[str, Any]]:
        """The acts that were sent."""
        return [m for m in self.sent if m["t"] == "cmd" and m["d"]["t"] == "act"]

    def all_answered(self, page: Page) -> None:
        """Wait until the server has answered every command and the page has heard the answers."""
        while {m["id"] for m in self.sent if m["t"] == "cmd"} - {m.get("id") for m in self.heard}:
            page.wait_for_timeout(20)
        page.wait_for_function(ANSWERED)

    def refused(self) -> list[dict[str, Any]]:
        """What the server refused."""
        return [m for m in self.heard if m["t"] == "nak"]


@pytest.mark.tier("all")
def test_with_300_ms_more_a_round_is_played_and_no_press_counts_twice(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """Each act is pressed three times in a row: it is sent once, refused at most for being late, and the hand is the server's."""
    page = visitors().page
    page.add_init_script(SLOW)
    told = Told()
    told.listen(page)
    clicking.begin(page, server.address)
    for _ in range(3):
        clicking.my_turn(page)
        if page.locator("main[data-phase=turn]").count():
            before = len(told.acts())
            for _ in range(3):
                page.keyboard.press("d")
            assert len(told.acts()) <= before + 1
        clicking.play_round(page, until=1)
    told.all_answered(page)
    clicking.my_turn(page)
    shown = hand(page)
    page.reload()
    clicking.my_turn(page)
    assert hand(page) == shown
    # The page itself sends again what still may be.
    assert {refused["code"] for refused in told.refused()} <= {"stale"}
    assert page.locator(".notice").count() == 0


class Cut:
    """Between the page and a server: once told to, it loses the server's answers to an act, and then the connection."""

    def __init__(self) -> None:
        self.cuts = False
        self.ids: list[str] = []

    def meet(self, socket: WebSocketRoute) -> None:
        """A new connection of the page."""
        server = socket.connect_to_server()
        lost: list[bool] = []

        def onward(text: str | bytes) -> None:
            said = json.loads(text)
            if said["t"] == "cmd" and said["d"]["t"] == "act":
                self.ids.append(said["id"])
                if self.cuts:
                    self.cuts = False
                    lost.append(True)
            server.send(text)

        def back(text: str | bytes) -> None:
            if not lost:
                socket.send(text)
            elif json.loads(text)["t"] == "ack":
                socket.close(code=1001, reason="cut")

        socket.on_message(onward)
        server.on_message(back)


def test_an_act_whose_answer_is_lost_is_done_once(server: Server, visitors: Callable[..., Visitor]) -> None:
    """The server took the act, the network broke before it could say so: sent again under its id, it is no second act."""
    page = visitors().page
    cut = Cut()
    page.route_web_socket("**/ws", cut.meet)
    clicking.begin(page, server.address)
    clicking.on_turn(page)
    before, acts = clicking.own_draws(page).count(), len(cut.ids)
    cut.cuts = True
    page.locator("body").press("d")
    clicking.own_draws(page).nth(before).wait_for(state="attached")
    clicking.settled(page)
    assert cut.ids[acts] == cut.ids[acts + 1]
    clicking.settled(page)
    assert clicking.own_draws(page).count() == before + 1
    shown = hand(page)
    page.reload()
    clicking.settled(page)
    assert hand(page) == shown


def test_what_a_stopping_server_did_not_take_is_done_once_by_the_next(
    server: Server, visitors: Callable[..., Visitor]
) -> None:
    """The server that takes nothing more (`nak` `busy`), closes (1012) and then changes (`gone` `busy`) costs no act."""
    page = visitors().page
    stopping = StoppingServer()
    page.route_web_socket("**/ws", stopping.meet)
    clicking.begin(page, server.address)
    clicking.on_turn(page)
    before = clicking.own_draws(page).count()
    stopping.stops = True
    page.locator("body").press("d")
    clicking.own_draws(page).nth(before).wait_for(state="attached")
    clicking.settled(page)
    assert clicking.own_draws(page).count() == before + 1
    assert stopping.told == ["nak", "closed", "gone"]


class StoppingServer:
    """Between the page and a server: once told to, it does as one that stops, and then as one that takes over."""

    def __init__(self) -> None:
        self.stops = False
        self.told: list[str] = []

    def meet(self, socket: WebSocketRoute) -> None:
        """A new connection of the page."""
        if self.told == ["nak", "closed"]:
            self.told.append("gone")
            socket.on_message(
                lambda _: socket.send('{"t":"gone","code":"busy","message":"The server is busy."}')
            )
            return
        server = socket.connect_to_server()

        def onward(message: str | bytes) -> None:
            said = json.loads(message)
            if not self.stops or self.told or said["t"] != "cmd":
                return server.send(message)
            nak = {"t": "nak", "id": said["id"], "code": "busy", "message": "The table is being put away."}
            socket.send(json.dumps(nak))
            socket.close(code=1012, reason="")
            self.told += ["nak", "closed"]
            return None

        socket.on_message(onward)
