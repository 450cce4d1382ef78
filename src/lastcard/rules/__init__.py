"""The rules of the game: cards, rule sets, rounds, actions and events; standard library only."""
