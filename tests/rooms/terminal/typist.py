"""A typist at a terminal, for tests: types what may be done, at random, among things that may not."""

from __future__ import annotations

import io
from random import Random
from typing import TYPE_CHECKING

from lastcard.bots import Greedy
from lastcard.record import read_record
from lastcard.rules.legal import awaited, legal_actions
from lastcard.rules.view import view
from lastcard.terminal import Screen, TerminalSession, new_game, prompts

if TYPE_CHECKING:
    from lastcard.bots import Bot
    from lastcard.record import Record
    from lastcard.rules.actions import Action
    from lastcard.rules.ruleset import Ruleset

NAMES = ("Bot", "Bao", "Caro", "Dov", "Esra", "Finn", "Gita", "Hugo", "Ines", "Juno")
NOISE = (
    *(
        "?",
        "why red 7",
        "why",
        "why w4",
        "look",
        "again",
        "score",
        "rules",
        "red 7",
        "7",
        "wild",
        "uno",
        "catch bao",
    ),
    *(
        "report caro",
        "jump",
        "xyzzy",
        "red red red",
        "draw",
        "keep",
        "done",
        "none",
        "with bao",
        "\x1b[2J",
        "7 7 7",
    ),
)


class Table:
    """A match at a terminal, with everything that was written to it."""

    def __init__(
        self,
        rules: Ruleset,
        chance: Random,
        lines: int,
        bot: Bot | None = None,
    ) -> None:
        self.kept: list[str] = []
        self.out = io.StringIO()
        self.chance = chance
        self.acts: list[Action] = []
        names = dict(enumerate(NAMES[: rules.players]))
        self.left = lines
        self.game = new_game(rules, names, "2026-11-30", lambda _: chance, self.kept.append)
        self.screen = Screen(self.out, self.typed)
        self.session = TerminalSession(self.game, names, bot or Greedy(chance, 0.3), self.screen)
        self.narrator = self.session.narrator

    @property
    def record(self) -> Record:
        """What was kept."""
        return read_record("".join(self.kept))

    @property
    def said(self) -> str:
        """All that was written."""
        return self.out.getvalue()

    def typed(self, prompt: str) -> str:
        """The next line: mostly something that may be done now."""
        if not self.left:
            raise EOFError
        self.left -= 1
        line = self.line()
        self.out.write(f"{prompt}{line}\n")
        return line

    def line(self) -> str:
        """What is typed now."""
        if self.game.between_rounds or self.chance.random() < 0.1:
            return (
                "" if self.game.between_rounds and self.chance.random() < 0.8 else self.chance.choice(NOISE)
            )
        state = self.game.round
        assert state is not None
        legal = legal_actions(view(state, 0), 0)
        if not legal or (0 not in awaited(state) and self.chance.random() < 0.5):
            return ""
        verbs = sorted({str(action).split()[0] for action in legal})
        weights = [0.05 if verb in ("report", "catch") else 1.0 for verb in verbs]
        verb = self.chance.choices(verbs, weights)[0]
        action = self.chance.choice([a for a in legal if str(a).split()[0] == verb])
        return prompts.typed_form(action, self.narrator)
