"""One player's session in a match against bots: shows what happens, asks for actions and carries them out."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lastcard.bots.arena import choose_action
from lastcard.record import write_record
from lastcard.record.narration import Narrator
from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.round import Judging
from lastcard.rules.uno import owes_uno
from lastcard.rules.view import seen_by, view
from lastcard.terminal import messages, prompts
from lastcard.terminal.input_parser import NotUnderstoodError, ParsedInput, matching_actions, parse_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastcard.bots import Bot
    from lastcard.rules.actions import Action
    from lastcard.rules.events import Event
    from lastcard.rules.round import Round
    from lastcard.terminal.game import RecordedMatch
    from lastcard.terminal.screen import Screen

_VOTES: Final = (act.Uphold(), act.Dismiss())


class QuitError(Exception):
    """The player typed that they want to stop."""


class TerminalSession:
    """The session of the player on `seat`; `bot` plays all other seats, each by its own view."""

    def __init__(
        self, game: RecordedMatch, names: Mapping[int, str], bot: Bot, screen: Screen, seat: int = 0
    ) -> None:
        """Prepare the session; nothing happens before `play`."""
        self._game = game
        self._bot = bot
        self._screen = screen
        self._seat = seat
        self._names = {at: name for at, name in names.items() if at != seat}
        self.narrator = Narrator(self._names, seat, aloud=True)
        self._unfinished_line = ""
        self._last_sentences: list[str] = []
        self._last_events: tuple[Event, ...] = ()
        self._before: Round | None = None
        self._offered = False
        self._player_verdict: bool | None = None

    def play(self) -> None:
        """Play the match to its end; EOFError or QuitError if the player stops before it."""
        self._screen.say_all(messages.welcome(self._game, self.narrator))
        while not self._game.match.over:
            if self._game.between_rounds:
                self._screen.say()
                self._screen.say(f"Round {self._game.number + 1}")
                self._show_events(self._game.deal())
            while not self._game.between_rounds:
                self._step()
            self._screen.say_all(messages.score(self._game, self.narrator))
            if not self._game.match.over:
                self._pause("Enter deals the next round")

    # One step: first the player may act out of turn, then the bots, then the seat that the round waits for.

    @property
    def _round(self) -> Round:
        assert self._game.round is not None  # noqa: S101 - only used after the deal
        return self._game.round

    def _step(self) -> None:
        mine = self._seat in awaited(self._round)
        if not self._offered and not mine and (asked := self._out_of_turn_prompt()):
            self._offered = True
            self._read_action(asked, wait=False)
        elif (speaks := self._bot_out_of_turn(mine=mine)) is not None:
            self._do(*speaks)
        elif mine:
            self._read_action(prompts.prompt(self._round, self._seat), wait=True)
        else:
            seat = awaited(self._round)[0]
            action = choose_action(self._bot, self._round, seat)
            assert action is not None  # noqa: S101 - a bot that the round waits for acts
            self._do(seat, self._verdict() if isinstance(action, act.Done) else action)

    def _out_of_turn_prompt(self) -> str:
        """The prompt for what the player may do out of turn; empty if there is nothing."""
        state, seat = self._round, self._seat
        if seat not in state.table.seats:
            return ""
        if (
            isinstance(state.phase, Judging)
            and state.phase.seat == seat
            and self._latest_event_is(ev.Waiting)
        ):
            return "Enter when it is done, or failed"
        if self._latest_event_is(ev.Reported) and _VOTES[0] in legal_actions(state, seat):
            return "Uphold or dismiss, Enter says nothing"
        if any(isinstance(a, act.Jump) for a in legal_actions(state, seat)):
            return "You can jump in, Enter goes on"
        alone = [at for at in state.table.seats if self._left_with_one(at)]
        if owes_uno(state, seat) and seat in alone:
            return "You have one card left, Enter goes on"
        others = [self.narrator.who(at) for at in alone if at != seat]
        return f"{' and '.join(others)} with one card left, Enter goes on" if others else ""

    def _latest_event_is(self, kind: type[Event]) -> bool:
        return any(isinstance(event, kind) for event in self._last_events)

    def _left_with_one(self, seat: int) -> bool:
        """Whether the last action left the seat with one card."""
        before = self._before
        if len(self._round.hands[seat].cards) != 1:
            return False
        return before is None or len(before.hands[seat].cards) != 1 or self._latest_event_is(ev.HandsMoved)

    def _bot_out_of_turn(self, *, mine: bool) -> tuple[int, Action] | None:
        """A bot's action out of turn, if any; nobody catches before the player on turn could act."""
        late = act.Catch | act.SayUno
        return next(
            (one for one in self._bots_out_of_turn() if not (mine and isinstance(one[1], late))), None
        )

    def _bots_out_of_turn(self) -> list[tuple[int, Action]]:
        """All actions that bots would do out of turn now; one who forgot UNO remembers it last."""
        found: list[tuple[int, Action]] = []
        for seat in self._round.table.seats:
            if seat != self._seat and seat not in awaited(self._round):
                action = choose_action(self._bot, self._round, seat)
                if action is not None:
                    found.append(
                        (seat, act.Uphold() if self._player_verdict and action == act.Dismiss() else action)
                    )
        return sorted(found, key=lambda one: isinstance(one[1], act.SayUno))

    def _verdict(self) -> Action:
        """A bot cannot see a dare: it repeats the player's verdict (H8)."""
        return act.Failed() if self._player_verdict is False else act.Done()

    # Carrying out actions.

    def _do(self, seat: int, action: Action) -> None:
        before = self._round
        if seat == self._seat and isinstance(action, act.Done | act.Failed | act.Uphold | act.Dismiss):
            self._player_verdict = isinstance(action, act.Done | act.Uphold)
        self._show_events(self._game.act(seat, action), before)

    def _show_events(self, events: tuple[Event, ...], before: Round | None = None) -> None:
        """Show the events as the player may see them."""
        self._last_events, self._before, self._offered, self._unfinished_line = events, before, False, ""
        if self._latest_event_is(ev.Waiting) or self._latest_event_is(ev.Reported):
            self._player_verdict = None
        sentences = [self.narrator.sentence(seen_by(event, self._seat)) for event in events]
        self._last_sentences = [sentence for sentence in sentences if sentence]
        self._screen.say_all(self._last_sentences)

    # Input.

    def _view(self) -> Round:
        return view(self._round, self._seat)

    def _read_action(self, prompt: str, *, wait: bool) -> None:
        """Ask until the player has acted; if the round does not `wait` for them, Enter skips."""
        if wait:
            self._screen.say()
            self._screen.say_all(prompts.situation(self._view(), self._seat, self.narrator))
        while True:
            line = self._screen.ask(prompt)
            if not wait and (not line or self._claims_dare(line)):
                return
            if not line:
                self._screen.say_all(prompts.hand(self._view(), self._seat))
            elif not self._command(line):
                action = self._action_for(line)
                if action is not None:
                    self._act_after_bots(action)
                    return

    def _act_after_bots(self, action: Action) -> None:
        """Carry out the player's action; unless it is a call or a catch, the bots' calls and catches come first."""
        before = self._round
        if not isinstance(action, act.Catch | act.SayUno):
            while late := [
                one for one in self._bots_out_of_turn() if isinstance(one[1], act.Catch | act.SayUno)
            ]:
                self._do(*late[0])
        if self._round is before or action in legal_actions(self._view(), self._seat):
            self._do(self._seat, action)
        else:
            self._screen.say("Too late for that.")

    def _claims_dare(self, line: str) -> bool:
        """Whether the player says that their own dare is done, which others judge."""
        return line.lower() == "done" and isinstance(self._round.phase, Judging)

    def _pause(self, prompt: str) -> None:
        """Wait between rounds; only commands are possible."""
        while line := self._screen.ask(prompt):
            if not self._command(line):
                self._screen.say("The round is over. Enter goes on, ? helps.")

    def _action_for(self, line: str) -> Action | None:
        """The legal action that the line means; None after showing why there is none, or asking which one."""
        lawful = legal_actions(self._view(), self._seat)
        for text in filter(None, (f"{self._unfinished_line} {line}" if self._unfinished_line else "", line)):
            with suppress(NotUnderstoodError):
                for parsed in parse_line(text, self._names):
                    found = matching_actions(_accept_for_draw(parsed, lawful), lawful)
                    if len(found) == 1:
                        return found[0]
                    if found:
                        self._unfinished_line = text
                        self._screen.say(f"{prompts.question(found, self.narrator)}?")
                        return None
        self._unfinished_line = ""
        self._screen.say(self._why_not(line))
        return None

    def _why_not(self, line: str) -> str:
        try:
            readings = parse_line(line, self._names)
        except NotUnderstoodError as fault:
            return f"{fault.word!r} is not understood here. ? shows what you can do."
        for parsed in readings:
            reason = prompts.refusal(self._view(), self._seat, parsed, self.narrator)
            if reason:
                return reason
        return "That is nothing to do here. ? shows what you can do."

    def _why(self, line: str) -> str:
        """Whether it may be done now, or why not."""
        lawful = legal_actions(self._view(), self._seat)
        with suppress(NotUnderstoodError):
            if any(
                matching_actions(_accept_for_draw(parsed, lawful), lawful)
                for parsed in parse_line(line, self._names)
            ):
                return "That may be done now."
        return self._why_not(line)

    def _command(self, line: str) -> bool:
        """Run the line if it is a command and not an action; return whether it was."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "help":
                self._help()
            case "look" | "hand" | "table" if not rest:
                self._look()
            case "again" if not rest:
                self._screen.say_all(self._last_sentences)
            case "score" if not rest:
                self._screen.say_all(messages.standing(self._game, self.narrator))
            case "rules" if not rest:
                self._screen.say_all(messages.rules(self._game.header.rules))
            case "why":
                self._screen.say(self._why(rest) if rest else "Type why and a card, such as: why red 7")
            case "save":
                self._screen.say(self._save(rest.strip()))
            case "quit" | "exit":
                raise QuitError
            case _:
                return False
        return True

    def _help(self) -> None:
        if not self._game.between_rounds:
            self._screen.say("Now you can type:")
            for choice in prompts.choices(self._view(), self._seat, self.narrator):
                self._screen.say(choice, "  ")
        self._screen.say("How to type:")
        for text in messages.HELP:
            self._screen.say(text, "  ")

    def _look(self) -> None:
        if self._game.round is not None:
            self._screen.say_all(prompts.situation(self._view(), self._seat, self.narrator))

    def _save(self, name: str) -> str:
        """Write the record so far to a new file."""
        if not name:
            return "Type save and the name of a file, such as: save game.lastcard"
        try:
            with Path(name).expanduser().open("x", encoding="utf-8") as file:
                file.write(write_record(self._game.record))
        except (OSError, ValueError) as fault:
            return f"Not saved: {getattr(fault, 'strerror', None) or fault}: {name}"
        return f"Saved in {name}."


def _accept_for_draw(parsed: ParsedInput, lawful: Sequence[Action]) -> ParsedInput:
    """Drawing in answer to a Wild Draw Four means to accept it."""
    if parsed == ParsedInput("draw") and act.DrawCard() not in lawful and act.Accept() in lawful:
        return ParsedInput("accept")
    return parsed
