/**
 * Every `reason` of a nak, a gone or an error, made from the server's own: `python -m lastcard.server.wire.typescript`.
 *
 * `params` says what fills the sentence in: a `seat` counts from 0, and people are told its name or one more; a `card`
 * is in the notation.
 */

export type Kind = 'card' | 'colour' | 'number' | 'seat' | 'text' | 'texts' | 'word';

export const REASONS: Record<string, { code: string; params: Record<string, Kind>; english: string }> = {
  "act-waits": {
    "code": "busy",
    "params": {},
    "english": "Your act before this one still waits for its decision."
  },
  "answer-first": {
    "code": "illegal",
    "params": {},
    "english": "Answer the Wild Draw Four: challenge it or accept it."
  },
  "bad-choice": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Another player in the round must be chosen, not seat {seat}."
  },
  "bad-guesser": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Another player in the round guesses, not seat {seat}."
  },
  "bad-notation": {
    "code": "bad",
    "params": {
      "why": "text"
    },
    "english": "{why}."
  },
  "bad-pick": {
    "code": "illegal",
    "params": {
      "card": "card"
    },
    "english": "{card} may not be picked for this."
  },
  "bad-swap": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Hands are swapped with another player in the round, not seat {seat}."
  },
  "banned": {
    "code": "banned",
    "params": {},
    "english": "The host of this table does not want you to come back."
  },
  "binary-frame": {
    "code": "bad",
    "params": {},
    "english": "Messages are text frames, not binary ones."
  },
  "busy": {
    "code": "busy",
    "params": {},
    "english": "The server is busy. Try again later."
  },
  "call-late": {
    "code": "lost-race",
    "params": {},
    "english": "Too late: the chance to call is over."
  },
  "catch-late": {
    "code": "lost-race",
    "params": {},
    "english": "Somebody was quicker: that catch came too late."
  },
  "colour-due": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Nobody plays until seat {seat} calls a colour."
  },
  "count-needed": {
    "code": "rules",
    "params": {
      "where": "word"
    },
    "english": "{where}: say how many of any cards are discarded."
  },
  "deal-done": {
    "code": "illegal",
    "params": {
      "round": "number"
    },
    "english": "The cards of round {round} have been dealt already."
  },
  "deal-over": {
    "code": "stale",
    "params": {
      "round": "number"
    },
    "english": "Round {round} is not being dealt."
  },
  "debt-unmet": {
    "code": "illegal",
    "params": {
      "card": "card",
      "debt": "number"
    },
    "english": "{card} cannot be added to the debt: draw {debt}, or add a card that may be."
  },
  "deck-too-small": {
    "code": "rules",
    "params": {
      "where": "word",
      "dealt": "number",
      "cards": "number"
    },
    "english": "{where}: {dealt} cards are dealt and turned up, but the deck has {cards}."
  },
  "deep-effects": {
    "code": "rules",
    "params": {
      "where": "word",
      "most": "number"
    },
    "english": "{where}: dares and charades stand at most {most} deep in each other."
  },
  "deflect-alone": {
    "code": "rules",
    "params": {
      "where": "word"
    },
    "english": "{where}: a debt can be deflected only where debts are stacked."
  },
  "drawn-alone": {
    "code": "illegal",
    "params": {},
    "english": "A drawn card is played alone."
  },
  "draws-already": {
    "code": "rules",
    "params": {
      "where": "word"
    },
    "english": "{where}: a rule tied to playing cannot stand on a draw card; tie it to drawing."
  },
  "drew-already": {
    "code": "illegal",
    "params": {},
    "english": "A card was drawn already: play it or keep it."
  },
  "ended": {
    "code": "ended",
    "params": {},
    "english": "The match at this table is over."
  },
  "fault": {
    "code": "fault",
    "params": {},
    "english": "The server could not do that. Try again."
  },
  "first-round-on": {
    "code": "playing",
    "params": {},
    "english": "The first round is still being played: the record comes after its end."
  },
  "for-host": {
    "code": "host",
    "params": {
      "name": "text"
    },
    "english": "Only the host of this table can do that. That is {name}."
  },
  "full": {
    "code": "full",
    "params": {},
    "english": "No seat at this table is free."
  },
  "hello-first": {
    "code": "bad",
    "params": {},
    "english": "The first message is a hello."
  },
  "holds-colour": {
    "code": "illegal",
    "params": {
      "colour": "colour"
    },
    "english": "A Wild Draw Four may be played only by who holds no {colour} card."
  },
  "jump-late": {
    "code": "lost-race",
    "params": {},
    "english": "Somebody was quicker: your card stays in your hand."
  },
  "jump-number": {
    "code": "illegal",
    "params": {},
    "english": "Only number cards are jumped in with at this table."
  },
  "jump-on-turn": {
    "code": "illegal",
    "params": {},
    "english": "Who is on turn plays and does not jump."
  },
  "jump-wild": {
    "code": "illegal",
    "params": {},
    "english": "Wild cards and blanks are never jumped in with."
  },
  "kick-self": {
    "code": "illegal",
    "params": {},
    "english": "You cannot send yourself away: leave instead."
  },
  "kicked": {
    "code": "kicked",
    "params": {},
    "english": "The host has sent you away from this table."
  },
  "last-card": {
    "code": "illegal",
    "params": {
      "card": "card"
    },
    "english": "{card} may not be the last card at this table."
  },
  "left": {
    "code": "left",
    "params": {},
    "english": "You have left this table, and it takes no spectators."
  },
  "left-full": {
    "code": "full",
    "params": {},
    "english": "You have left this table, and too many people look on already."
  },
  "log": {
    "code": "log",
    "params": {
      "why": "text"
    },
    "english": "{why}."
  },
  "lost-race": {
    "code": "lost-race",
    "params": {
      "seat": "seat"
    },
    "english": "Seat {seat} was caught or said UNO already."
  },
  "malformed": {
    "code": "rules",
    "params": {
      "where": "word",
      "why": "text"
    },
    "english": "{where}: {why}."
  },
  "many-effects": {
    "code": "rules",
    "params": {
      "where": "word",
      "most": "number"
    },
    "english": "{where}: a written rule has at most {most} effects."
  },
  "many-sockets": {
    "code": "often",
    "params": {},
    "english": "Too many connections are open from your network. Close some."
  },
  "many-tables": {
    "code": "often",
    "params": {},
    "english": "Too many tables of your network are open. Come back to one of them."
  },
  "match-not-begun": {
    "code": "illegal",
    "params": {},
    "english": "The match has not begun yet."
  },
  "match-on": {
    "code": "playing",
    "params": {},
    "english": "A match is being played: that can be done before one and after it."
  },
  "match-unfinished": {
    "code": "illegal",
    "params": {},
    "english": "The match is not over yet."
  },
  "most-spectators": {
    "code": "full",
    "params": {},
    "english": "Too many people look at this table already."
  },
  "most-tables": {
    "code": "busy",
    "params": {},
    "english": "Too many tables are being played at. Try again later."
  },
  "most-windows": {
    "code": "replaced",
    "params": {},
    "english": "This seat is looked at from too many windows; this was the oldest."
  },
  "moving": {
    "code": "busy",
    "params": {},
    "english": "The table is changing its server. Try again."
  },
  "must-not-draw": {
    "code": "illegal",
    "params": {},
    "english": "A playable card is held, and this table allows no drawing then."
  },
  "must-play": {
    "code": "illegal",
    "params": {},
    "english": "The card drawn can be played and must be."
  },
  "muted": {
    "code": "muted",
    "params": {},
    "english": "The host of this table has taken the word from you."
  },
  "needs-colour": {
    "code": "illegal",
    "params": {},
    "english": "A wild card needs a colour: red, yellow, green or blue."
  },
  "needs-server": {
    "code": "bad",
    "params": {
      "act": "text"
    },
    "english": "{act}: that takes a server."
  },
  "needs-swap": {
    "code": "illegal",
    "params": {},
    "english": "Name the seat to swap hands with."
  },
  "no-address": {
    "code": "unknown",
    "params": {},
    "english": "There is nothing at this address."
  },
  "no-blank-left": {
    "code": "rules",
    "params": {
      "where": "word"
    },
    "english": "{where}: no blank card is left to write this on."
  },
  "no-charade": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "No charade is open for seat {seat}."
  },
  "no-chat": {
    "code": "chat",
    "params": {},
    "english": "At this table people do not write to each other."
  },
  "no-choice": {
    "code": "illegal",
    "params": {},
    "english": "There is no player to choose."
  },
  "no-code": {
    "code": "unknown",
    "params": {},
    "english": "No room can be joined with this code. Look at its six signs again."
  },
  "no-colour": {
    "code": "illegal",
    "params": {},
    "english": "A colour is called only with a wild card."
  },
  "no-dare": {
    "code": "illegal",
    "params": {},
    "english": "No dare is open."
  },
  "no-discard": {
    "code": "illegal",
    "params": {},
    "english": "There is no card to discard."
  },
  "no-first-seat": {
    "code": "rules",
    "params": {
      "where": "word",
      "seat": "seat",
      "players": "number"
    },
    "english": "{where}: there is no seat {seat} at a table of {players}."
  },
  "no-free-code": {
    "code": "busy",
    "params": {},
    "english": "No code could be found for this room just now. Use the link."
  },
  "no-gift": {
    "code": "illegal",
    "params": {},
    "english": "There is no card to give."
  },
  "no-host": {
    "code": "host",
    "params": {},
    "english": "Only the host of this table can do that."
  },
  "no-jump-now": {
    "code": "illegal",
    "params": {},
    "english": "Nobody can jump in now."
  },
  "no-jumping": {
    "code": "illegal",
    "params": {},
    "english": "There is no jumping in at this table."
  },
  "no-match": {
    "code": "illegal",
    "params": {
      "card": "card",
      "top": "card",
      "colour": "colour"
    },
    "english": "{card} does not match {top} in {colour}."
  },
  "no-match-colour": {
    "code": "illegal",
    "params": {
      "card": "card",
      "colour": "colour"
    },
    "english": "{card} does not match {colour}."
  },
  "no-record": {
    "code": "unknown",
    "params": {
      "why": "text"
    },
    "english": "This round cannot be written as a record: {why}."
  },
  "no-report": {
    "code": "illegal",
    "params": {},
    "english": "No report is open."
  },
  "no-reports": {
    "code": "illegal",
    "params": {},
    "english": "There are no reports of suggestions at this table."
  },
  "no-seat": {
    "code": "spectator",
    "params": {},
    "english": "You have no seat at this table."
  },
  "no-share": {
    "code": "illegal",
    "params": {},
    "english": "This seat gets no cards in this round."
  },
  "no-spectators": {
    "code": "private",
    "params": {},
    "english": "This table takes no spectators."
  },
  "no-such-blank": {
    "code": "rules",
    "params": {
      "where": "word",
      "edition": "word"
    },
    "english": "{where}: {edition} has no such blank."
  },
  "no-such-card": {
    "code": "rules",
    "params": {
      "where": "word",
      "edition": "word"
    },
    "english": "{where}: {edition} has no such card."
  },
  "no-such-deal": {
    "code": "unknown",
    "params": {},
    "english": "There is no such deal at this table."
  },
  "no-such-match": {
    "code": "unknown",
    "params": {},
    "english": "There is no such match at this table."
  },
  "no-such-round": {
    "code": "unknown",
    "params": {},
    "english": "There is no such round at this table."
  },
  "no-swap": {
    "code": "illegal",
    "params": {},
    "english": "There is no swap with this play."
  },
  "no-table": {
    "code": "unknown",
    "params": {},
    "english": "There is no such table. Perhaps the link is incomplete."
  },
  "no-table-yet": {
    "code": "unknown",
    "params": {},
    "english": "There is no table yet."
  },
  "no-uno-owed": {
    "code": "illegal",
    "params": {},
    "english": "There is no UNO to say now."
  },
  "no-vote": {
    "code": "illegal",
    "params": {},
    "english": "The accuser and the accused have no vote."
  },
  "nobody-stays": {
    "code": "nobody",
    "params": {},
    "english": "Nobody else sits here: without you the table ends, and there is nothing to watch."
  },
  "not-catchable": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Seat {seat} cannot be caught now."
  },
  "not-dealt": {
    "code": "illegal",
    "params": {},
    "english": "The cards have not been dealt yet."
  },
  "not-held": {
    "code": "illegal",
    "params": {
      "card": "card"
    },
    "english": "{card} is not in the hand."
  },
  "not-identical": {
    "code": "illegal",
    "params": {
      "card": "card",
      "top": "card"
    },
    "english": "{card} is not identical to {top}."
  },
  "not-in-round": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Seat {seat} is not in this round."
  },
  "not-json": {
    "code": "bad",
    "params": {},
    "english": "The body must be JSON (Content-Type: application/json)."
  },
  "not-judge": {
    "code": "illegal",
    "params": {},
    "english": "The player dared cannot say that it was done."
  },
  "not-lost": {
    "code": "rules",
    "params": {
      "where": "word",
      "card": "card"
    },
    "english": "{where}: {card} is not among the lost cards."
  },
  "not-ready": {
    "code": "ready",
    "params": {
      "names": "texts"
    },
    "english": "Not everybody is ready yet: {names}."
  },
  "not-several": {
    "code": "illegal",
    "params": {},
    "english": "Several cards in a turn must be numbers of one value."
  },
  "not-so-often": {
    "code": "rules",
    "params": {
      "where": "word",
      "card": "card"
    },
    "english": "{where}: {card} is not in the deck so often."
  },
  "not-your-turn": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "It is not seat {seat}'s turn."
  },
  "nothing-drawn": {
    "code": "illegal",
    "params": {},
    "english": "Only a card just drawn can be kept."
  },
  "nothing-starts": {
    "code": "rules",
    "params": {
      "where": "word"
    },
    "english": "{where}: no card is left that may start the discard pile."
  },
  "nothing-to-answer": {
    "code": "illegal",
    "params": {},
    "english": "There is no Wild Draw Four to answer."
  },
  "nothing-to-call": {
    "code": "illegal",
    "params": {},
    "english": "There is no colour to call."
  },
  "one-card": {
    "code": "illegal",
    "params": {},
    "english": "Only one card may be played in a turn."
  },
  "only-drawn": {
    "code": "illegal",
    "params": {},
    "english": "After drawing, only the card drawn may be played."
  },
  "other-window": {
    "code": "readonly",
    "params": {},
    "english": "This seat is played from another window. Take control to play here."
  },
  "out-of-range": {
    "code": "rules",
    "params": {
      "where": "word",
      "least": "number",
      "most": "number",
      "value": "text"
    },
    "english": "{where}: a number from {least} to {most} is needed, not {value}."
  },
  "out-of-range-or-none": {
    "code": "rules",
    "params": {
      "where": "word",
      "least": "number",
      "most": "number",
      "value": "text"
    },
    "english": "{where}: a number from {least} to {most} or none is needed, not {value}."
  },
  "over": {
    "code": "illegal",
    "params": {},
    "english": "The round is over."
  },
  "past-private": {
    "code": "private",
    "params": {},
    "english": "This table takes no spectators: what was played is for those who have or had a seat."
  },
  "record-act": {
    "code": "record",
    "params": {
      "seat": "seat",
      "act": "text",
      "why": "text"
    },
    "english": "seat {seat} may not {act}: {why}"
  },
  "record-alone": {
    "code": "record",
    "params": {
      "given": "text"
    },
    "english": "'round' stands alone, not with '{given}'"
  },
  "record-between": {
    "code": "record",
    "params": {},
    "english": "no round is under way"
  },
  "record-date": {
    "code": "record",
    "params": {
      "form": "text",
      "given": "text"
    },
    "english": "a date such as {form} is needed, not '{given}'"
  },
  "record-dealer": {
    "code": "record",
    "params": {},
    "english": "the header says either dealer or, line by line, draw (S2)"
  },
  "record-draw": {
    "code": "record",
    "params": {
      "form": "text",
      "given": "text"
    },
    "english": "write {form}, not '{given}'"
  },
  "record-drawers": {
    "code": "record",
    "params": {
      "draws": "text"
    },
    "english": "those who draw for the deal are not those who should: {draws}"
  },
  "record-drawn": {
    "code": "record",
    "params": {},
    "english": "each player draws a card of the deck for the deal"
  },
  "record-early": {
    "code": "record",
    "params": {},
    "english": "a round begins before the last one is over"
  },
  "record-empty": {
    "code": "record",
    "params": {
      "first": "text"
    },
    "english": "the file is empty; a record begins with '{first}'"
  },
  "record-ends": {
    "code": "record",
    "params": {},
    "english": "the record ends too early"
  },
  "record-entry": {
    "code": "record",
    "params": {
      "given": "text",
      "form": "text"
    },
    "english": "'{given}' does not stand here: write {form}"
  },
  "record-equal": {
    "code": "record",
    "params": {},
    "english": "the highest cards drawn for the deal are equal: they draw again"
  },
  "record-first": {
    "code": "record",
    "params": {
      "first": "text"
    },
    "english": "a record begins with '{first}'"
  },
  "record-hand": {
    "code": "record",
    "params": {
      "number": "number",
      "cards": "number",
      "size": "number"
    },
    "english": "hand {number} has {cards} cards, not {size}"
  },
  "record-hand-twice": {
    "code": "record",
    "params": {
      "number": "number"
    },
    "english": "hand {number} is dealt twice"
  },
  "record-hands": {
    "code": "record",
    "params": {
      "form": "text"
    },
    "english": "after 'round' come the hands, then the pile: {form}"
  },
  "record-header": {
    "code": "record",
    "params": {
      "given": "text",
      "known": "text"
    },
    "english": "'{given}' does not stand in a header: {known}"
  },
  "record-json": {
    "code": "record",
    "params": {
      "why": "text"
    },
    "english": "a written rule is JSON: {why}"
  },
  "record-lacks": {
    "code": "record",
    "params": {
      "key": "text"
    },
    "english": "the header does not say {key}"
  },
  "record-left": {
    "code": "record",
    "params": {
      "why": "text"
    },
    "english": "{why}"
  },
  "record-line-long": {
    "code": "record",
    "params": {
      "most": "number",
      "number": "number"
    },
    "english": "a line has at most {most} characters, this has {number}"
  },
  "record-long": {
    "code": "record",
    "params": {
      "most": "number"
    },
    "english": "a record of more than {most} acts is too long to be shown"
  },
  "record-name": {
    "code": "record",
    "params": {},
    "english": "a name is printable and not empty"
  },
  "record-no-order": {
    "code": "record",
    "params": {
      "cards": "number",
      "form": "text"
    },
    "english": "{cards} cards are shuffled here, but no '{form}' follows"
  },
  "record-no-shuffle": {
    "code": "record",
    "params": {},
    "english": "nothing more is shuffled here"
  },
  "record-none": {
    "code": "record",
    "params": {},
    "english": "there is no round in this record"
  },
  "record-notation": {
    "code": "record",
    "params": {
      "why": "text"
    },
    "english": "{why}"
  },
  "record-number": {
    "code": "record",
    "params": {
      "given": "text"
    },
    "english": "a number is needed, not '{given}'"
  },
  "record-order": {
    "code": "record",
    "params": {
      "cards": "number"
    },
    "english": "these are not the {cards} cards that are shuffled here"
  },
  "record-over": {
    "code": "record",
    "params": {},
    "english": "the match is over"
  },
  "record-play": {
    "code": "record",
    "params": {
      "why": "text"
    },
    "english": "{why}"
  },
  "record-proof": {
    "code": "record",
    "params": {
      "key": "text",
      "why": "text"
    },
    "english": "{key}: {why}"
  },
  "record-proof-lacks": {
    "code": "record",
    "params": {
      "key": "text"
    },
    "english": "the proof of the deal does not say {key}"
  },
  "record-proof-seat": {
    "code": "record",
    "params": {
      "given": "text"
    },
    "english": "contribution: a seat from 0 to 9 is needed, not '{given}'"
  },
  "record-round": {
    "code": "record",
    "params": {
      "number": "number",
      "rounds": "number"
    },
    "english": "there is no round {number} in this record of {rounds}"
  },
  "record-seat": {
    "code": "record",
    "params": {
      "number": "number",
      "players": "number",
      "last": "number"
    },
    "english": "{number} is no seat at a table of {players}: its seats are written 0 to {last}"
  },
  "record-seats": {
    "code": "record",
    "params": {
      "seats": "text"
    },
    "english": "hands are dealt to the seats in the match: {seats}"
  },
  "record-too-few": {
    "code": "record",
    "params": {
      "card": "card",
      "cards": "number"
    },
    "english": "{card} of the deck of {cards} is not dealt"
  },
  "record-too-many": {
    "code": "record",
    "params": {
      "card": "card",
      "cards": "number"
    },
    "english": "{card} is dealt more often than it is in the deck of {cards}"
  },
  "record-twice": {
    "code": "record",
    "params": {
      "key": "text",
      "number": "number"
    },
    "english": "{key} stands twice, first in line {number}"
  },
  "record-unseen": {
    "code": "record",
    "params": {
      "given": "text"
    },
    "english": "a record knows all cards: {given} does not stand in it"
  },
  "record-version": {
    "code": "record",
    "params": {
      "number": "number",
      "given": "text"
    },
    "english": "this program reads version {number}, not '{given}'"
  },
  "report-open": {
    "code": "illegal",
    "params": {},
    "english": "One report at a time: another is open."
  },
  "resting": {
    "code": "resting",
    "params": {},
    "english": "You tried a moment ago: wait two seconds before the next catch."
  },
  "round-on": {
    "code": "playing",
    "params": {},
    "english": "This round is still being played: its record comes after its end."
  },
  "round-unfinished": {
    "code": "illegal",
    "params": {},
    "english": "The round is still being played."
  },
  "seat-empty": {
    "code": "nobody",
    "params": {
      "seat": "seat"
    },
    "english": "No person sits on seat {seat}."
  },
  "seat-lost": {
    "code": "unknown",
    "params": {},
    "english": "This seat is not yours any more."
  },
  "seat-missing": {
    "code": "nobody",
    "params": {
      "seat": "seat"
    },
    "english": "This table has no seat {seat}."
  },
  "seat-not-free": {
    "code": "taken",
    "params": {
      "seat": "seat"
    },
    "english": "Seat {seat} cannot be had: somebody sits there, or has left it."
  },
  "seat-taken": {
    "code": "taken",
    "params": {
      "name": "text",
      "seat": "seat"
    },
    "english": "{name} sits on seat {seat}."
  },
  "seats-open": {
    "code": "open",
    "params": {},
    "english": "Some seats are open. Wait for people, put bots there, or make the table smaller."
  },
  "second-hand": {
    "code": "taken",
    "params": {
      "seat": "seat"
    },
    "english": "You know the cards of seat {seat}: take that seat again, or another one in the next round."
  },
  "second-hello": {
    "code": "bad",
    "params": {},
    "english": "The hello was said already."
  },
  "second-seat": {
    "code": "taken",
    "params": {
      "seat": "seat"
    },
    "english": "You have a seat at this table already: seat {seat}."
  },
  "self-catch": {
    "code": "illegal",
    "params": {},
    "english": "Nobody catches themselves."
  },
  "self-report": {
    "code": "illegal",
    "params": {},
    "english": "Nobody reports themselves."
  },
  "sent-away": {
    "code": "banned",
    "params": {},
    "english": "The host has sent you away from this table."
  },
  "share-given": {
    "code": "illegal",
    "params": {
      "round": "number"
    },
    "english": "This seat has contributed to round {round} already."
  },
  "sides-alternate": {
    "code": "rules",
    "params": {
      "where": "word"
    },
    "english": "{where}: two teams are needed that sit alternately, such as [[0, 2], [1, 3]]."
  },
  "sides-players": {
    "code": "rules",
    "params": {
      "where": "word",
      "players": "number"
    },
    "english": "{where}: 4, 6, 8 or 10 players make sides, not {players}."
  },
  "single-scoring": {
    "code": "rules",
    "params": {
      "where": "word",
      "scoring": "word"
    },
    "english": "{where}: {scoring} is for single players, not for teams."
  },
  "spectators-end": {
    "code": "private",
    "params": {},
    "english": "This table takes no spectators any more."
  },
  "stale": {
    "code": "stale",
    "params": {},
    "english": "The table has moved on since: look again."
  },
  "stays-in": {
    "code": "rules",
    "params": {
      "where": "word",
      "card": "card",
      "edition": "word"
    },
    "english": "{where}: {card} cannot be left out of {edition}: only Swap Hands and Customizable."
  },
  "stopping": {
    "code": "busy",
    "params": {},
    "english": "The server is being stopped. Come back in a moment."
  },
  "storage": {
    "code": "storage",
    "params": {},
    "english": "The table could not do that just now. Try again."
  },
  "table-away": {
    "code": "busy",
    "params": {},
    "english": "The table is being put away. Try again."
  },
  "table-fault": {
    "code": "fault",
    "params": {},
    "english": "The table could not do that just now. Try again."
  },
  "talks-much": {
    "code": "often",
    "params": {},
    "english": "That was much at once. Wait a moment."
  },
  "text-needed": {
    "code": "rules",
    "params": {
      "where": "word",
      "most": "number"
    },
    "english": "{where}: a text of at most {most} printable characters is needed."
  },
  "token-needed": {
    "code": "unknown",
    "params": {},
    "english": "Without an origin a token is needed."
  },
  "too-large": {
    "code": "large",
    "params": {},
    "english": "That is too large."
  },
  "too-many-people": {
    "code": "full",
    "params": {
      "people": "number",
      "players": "number"
    },
    "english": "{people} people, but the rules are for {players}."
  },
  "too-often": {
    "code": "often",
    "params": {},
    "english": "That was too often. Wait a moment."
  },
  "unfit": {
    "code": "bad",
    "params": {
      "place": "text",
      "why": "text"
    },
    "english": "{place}: {why}."
  },
  "unknown-act": {
    "code": "bad",
    "params": {
      "act": "text"
    },
    "english": "{act}: this server cannot do that yet."
  },
  "uno-not-due": {
    "code": "illegal",
    "params": {},
    "english": "UNO is said with a play that leaves one card."
  },
  "unreadable-table": {
    "code": "unknown",
    "params": {},
    "english": "The record of this table cannot be read."
  },
  "version": {
    "code": "version",
    "params": {},
    "english": "This page is of another version of Lastcard. Reload it."
  },
  "voted": {
    "code": "illegal",
    "params": {
      "seat": "seat"
    },
    "english": "Seat {seat} has judged already."
  },
  "waits-already": {
    "code": "busy",
    "params": {},
    "english": "Too much waits already: wait for the answers."
  },
  "written-due": {
    "code": "illegal",
    "params": {},
    "english": "Nobody plays until the written rule has been carried out."
  },
  "wrong-host": {
    "code": "foreign",
    "params": {},
    "english": "This server is not known by that name. Name it in `public_url` or `origins` (docs/hosting.md)."
  },
  "wrong-origin": {
    "code": "foreign",
    "params": {},
    "english": "Pages of other sites may not talk to this server."
  }
};
