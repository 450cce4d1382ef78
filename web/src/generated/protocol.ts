/**
 * What goes over the wire, made from the server's own types: `python -m lastcard.server.wire.typescript` writes this file.
 */

/** The version of the protocol that these types are of; another one is not understood. */
export const PROTO = 1;

/** What was added to it so far. */
export const MINOR = 2;

/** A Wild Draw Four was not challenged (W5). */
export interface Accepted {
  t: "accepted";
  seat: number;
}

/** The command was carried out and is committed; `v` is the version that it led to. */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

/** Take an action, written in the notation; `key` shows that a catch or jump answers what `grace` or `jumps` told. */
export interface Act {
  t: "act";
  action: string;
  key?: string | null;
}

/** `seat` acts a charade and names who guessed it (H5, H8). */
export interface Acting {
  t: "acting";
  seat: number;
  winner: Effect[];
  run: RuleRun;
  agenda: Task[];
}

/** See whether the card just drawn may be played (T3). */
export interface AfterDrawing {
  t: "after-drawing";
  seat: number;
}

/**
 * `seat` answers the Wild Draw Four of `accused` (W6) for `debt` cards.
 *
 * `before` is the colour that was in force before it was played, against which guilt is judged.
 */
export interface Answering {
  t: "answering";
  seat: number;
  accused: number;
  debt: number;
  before: Colour | null;
}

/** Apply an effect; `targets` are the seats it has not applied to yet, None before they are known (H8). */
export interface ApplyEffect {
  t: "carry";
  effect: Effect;
  run: RuleRun;
  targets: number[] | null;
}

/** Take the hand back from the autopilot. */
export interface Back {
  t: "back";
}

/** Send a person away for good; for the host. */
export interface Ban {
  t: "ban";
  seat: number;
}

/** The turn of `seat` itself begins (S7, W6 guilty). */
export interface BeginTurn {
  t: "begin-turn";
  seat: number;
}

/** The acting player calls a colour (H8). */
export interface Call {
  t: "call";
}

/** `seat` calls a colour, and names whom it swaps hands with if `swap` (S7, S11, S12). */
export interface Calling {
  t: "calling";
  seat: number;
  swap: boolean;
  agenda: Task[];
}

/** A card's token; ?? is one that may not be seen. */
export type Card = "R0" | "R1" | "R2" | "R3" | "R4" | "R5" | "R6" | "R7" | "R8" | "R9" | "RS" | "RR" | "R+2" | "R*" | "Y0" | "Y1" | "Y2" | "Y3" | "Y4" | "Y5" | "Y6" | "Y7" | "Y8" | "Y9" | "YS" | "YR" | "Y+2" | "Y*" | "G0" | "G1" | "G2" | "G3" | "G4" | "G5" | "G6" | "G7" | "G8" | "G9" | "GS" | "GR" | "G+2" | "G*" | "B0" | "B1" | "B2" | "B3" | "B4" | "B5" | "B6" | "B7" | "B8" | "B9" | "BS" | "BR" | "B+2" | "B*" | "W" | "W+4" | "WS" | "WC" | "WC1" | "WC2" | "WC3" | "??";

/** Tokens of cards with blanks between them. */
export type Cards = string;

/** A seat was caught without UNO (U5). */
export interface Caught {
  t: "caught";
  by: number;
  seat: number;
}

/** A Wild Draw Four was challenged; `hand`, as played from, is shown to the challenger alone (W6). */
export interface Challenged {
  t: "challenged";
  by: number;
  accused: number;
  guilty: boolean;
  hand: Cards;
}

/** Change the rules and the room, all of them named anew; for the host, while no match is played (H9). */
export interface ChangeRoom {
  edition?: string;
  players?: number;
  options?: Record<string, unknown>;
  teams?: number[][] | null;
  written?: Record<string, unknown> | null;
  bots?: boolean;
  clock?: number | null;
  autostart?: boolean;
  draw?: boolean;
  spectators?: boolean;
  spectator_delay?: number;
  grace_ms?: number;
  auto_uno?: boolean;
  chat?: boolean;
  t: "room";
}

/** The acting player performs a charade; the effects of `winner` apply to whoever guesses it (H5, H8). */
export interface Charade {
  t: "charade";
  winner: Effect[];
}

/** Somebody guessed the charade, or nobody (H8). */
export interface CharadeSettled {
  t: "charade-settled";
  actor: number;
  winner: number | null;
}

/** Write to everybody, where the room allows it. */
export interface Chat {
  t: "chat";
  text: string;
}

/** Somebody wrote to everybody. */
export interface Chatted {
  t: "chat";
  seat: number;
  name: string;
  text: string;
}

/** `seat` chooses the player whom a written rule applies to (H8). */
export interface Choosing {
  t: "choosing";
  seat: number;
  run: RuleRun;
  agenda: Task[];
}

/** A seat chose the player whom a written rule applies to (H8). */
export interface Chose {
  t: "chose";
  seat: number;
  chosen: number;
}

export type ClientMessage = Hello | Cmd | Ping | Pong;

/** Whose act is waited for, and how long; while the connection is lost, how much of its pause is left (V12). */
export interface ClockData {
  seat: number;
  left_ms: number | null;
  total_ms: number | null;
  paused: boolean;
  pause_ms?: number | null;
}

/** A command: `id` is its own, `v` the version of the table that its sender had seen. */
export interface Cmd {
  t: "cmd";
  id: string;
  v: number;
  d: Act | Next | Rematch | Leave | Ready | Start | ChangeRoom | Sit | Kick | Ban | HandOver | SetBot | Mute | Say | Chat | Back | Control | Contribute;
}

/** One of the four colours, in the order of the notation. */
export type Colour = "red" | "yellow" | "green" | "blue";

/** A colour was called without playing a card (S7, H). */
export interface ColourCalled {
  t: "colour-called";
  seat: number;
  colour: Colour;
}

/** Add 16 random bytes to the chance of a round's deal. */
export interface Contribute {
  t: "contribute";
  number: number;
  value: string;
}

/** A seat added its share to the chance of the deal. */
export interface ContributedEvent {
  t: "contributed";
  seat: number;
  number: number;
  value: string;
}

/** Let this connection play the seat. */
export interface Control {
  t: "control";
}

/** One act set off more than the bound allows; the rest does not happen (H8). */
export interface CutShort {
  t: "cut-short";
}

/** Each of those meant is dared in turn; on a failure the effects of `otherwise` apply to that player (H1, H2, H8). */
export interface Dare {
  t: "dare";
  text: string;
  who: Who;
  otherwise: Effect[];
}

/** A dare was done or not (H8). */
export interface DareSettled {
  t: "dare-settled";
  seat: number;
  done: boolean;
}

/** Cards are to be dealt. */
export interface DealCalledEvent {
  t: "deal-called";
}

/** The chance of the latest deal, as far as it is public: the secret when the round is over (docs/deals.md). */
export interface DealData {
  game: string;
  number: number;
  commitment: string;
  previous: string;
  contributions: [number, string][];
  dealt: boolean;
  void: boolean;
  secret: string | null;
}

/** The round is over and the secret of its deal published. */
export interface DealOpenedEvent {
  t: "deal-opened";
  number: number;
  secret: string;
}

/** The secret of a round's deal is bound: contributions may come. */
export interface DealSealedEvent {
  t: "deal-sealed";
  number: number;
  commitment: string;
  previous: string;
}

/** The deal of that round counts for nothing. */
export interface DealVoidedEvent {
  t: "deal-voided";
  number: number;
}

/** The direction of play; to the left, seat numbers go up. */
export type Direction = "left" | "right";

/** Play now runs this way (W2). */
export interface DirectionTurned {
  t: "direction-turned";
  direction: Direction;
}

/** Those meant put the cards meant under the top card (H4): all of them, or `count` of their choice. */
export interface Discard {
  t: "discard";
  what: What;
  who: Who;
  count: number | null;
}

/** Cards went under the top card by a written rule (H4). */
export interface Discarded {
  t: "discarded";
  seat: number;
  cards: Cards;
}

/** Those meant draw `count` cards; neither a debt nor a lost turn (H3, H8). */
export interface Draw {
  t: "draw";
  count: number;
  who: Who;
}

/** Why cards were drawn. */
export type DrawReason = "turn" | "start" | "debt" | "challenge" | "uno" | "false-catch" | "suggestion" | "written";

/**
 * `seat` drew a card that can be played: plays it, or keeps it unless it must be played (T3, T4).
 *
 * Whether it must follows from the hand, because others do not know whether the seat reneged.
 */
export interface Drawn {
  t: "drawn";
  seat: number;
}

/** A seat drew these cards, perhaps none; `reneged`, which it alone knows, while holding a playable one (T4). */
export interface Drew {
  t: "drew";
  seat: number;
  cards: Cards;
  why: DrawReason;
  reneged: boolean;
}

/** An edition, with the value of each option in it. */
export interface EditionData {
  name: string;
  title: string;
  summary: string;
  options: Record<string, unknown>;
}

export type Effect = Owe | Draw | Discard | Give | Skip | Reverse | Swap | Rotate | Show | Call | Dare | Charade;

/** The turn of `seat` is over: the next player's begins. */
export interface EndTurn {
  t: "end-turn";
  seat: number;
}

/** What stands against it, and the line of a record. */
export interface ErrorData {
  code: string;
  reason: string;
  params: Record<string, string | number | string[]>;
  message: string;
  rule?: string | null;
  line?: number | null;
}

/** Something happened. */
export interface Ev {
  t: "ev";
  v: number;
  e: HiddenEvent | TableOpenedEvent | SeatTakenEvent | SeatLeftEvent | SeatsMovedEvent | ReadySetEvent | RoomChangedEvent | HostChangedEvent | KickedEvent | MutedEvent | MatchBeganEvent | DealCalledEvent | DealSealedEvent | ContributedEvent | DealOpenedEvent | DealVoidedEvent | Event;
}

export type Event = RoundBegan | TurnedUp | PutBack | Reshuffled | TurnBegan | Waiting | Played | Drew | Kept | Passed | ColourCalled | DirectionTurned | MustSkip | SaidUno | WindowOpened | WindowAged | WindowClosed | Caught | FalselyCaught | Challenged | Accepted | HandsMoved | Discarded | Gave | Shown | RuleInvoked | Judged | DareSettled | CharadeSettled | Chose | CutShort | Reported | ReportVoted | ReportSettled | Left | RoundEnded;

/** A seat caught another wrongly (V7). */
export interface FalselyCaught {
  t: "falsely-caught";
  by: number;
  seat: number;
}

/** End the round with `seat` out (O2). */
export interface Finish {
  t: "finish";
  seat: number;
}

/**
 * Cards went from one seat to another by a written rule (H).
 *
 * `given` and `received` are the same cards; the giver sees the one, the taker the other.
 */
export interface Gave {
  t: "gave";
  seat: number;
  to: number;
  given: Cards;
  received: Cards;
}

/** Those meant by `who` give `count` cards of their choice to the one meant by `to` (H8). */
export interface Give {
  t: "give";
  count: number;
  who: Who;
  to: Who;
}

/** The connection ends, and coming back the same way does not help. */
export interface Gone {
  code: string;
  reason: string;
  params: Record<string, string | number | string[]>;
  message: string;
  rule?: string | null;
  t: "gone";
}

/** How long the seat may still say UNO before a catch counts (U2); a catch shows the `key`. */
export interface GraceData {
  seat: number;
  left_ms: number;
  key: string;
}

/**
 * What one seat may see besides the table.
 *
 * `drawn` is the card just drawn, which belongs to `cards` too; `played_from` the hand that a Wild Draw Four
 * waiting for its answer was played from (W6); `shown` the hands that this seat has been shown; `reneged` says
 * that the card just drawn was drawn while holding a playable one (T4).
 */
export interface Hand {
  cards: Cards;
  drawn: Card | null;
  played_from: Cards | null;
  shown: [number, Cards][];
  reneged: boolean;
}

/** Make another person the host; for the host. */
export interface HandOver {
  t: "host";
  seat: number;
}

/** Hands changed owner: seat and the hand it now holds (W8, V4, H). */
export interface HandsMoved {
  t: "hands-moved";
  hands: [number, Cards][];
}

/**
 * The first message: which table, and the token of a seat (none for a spectator).
 *
 * `proto` and `minor` are the version of the protocol that the client was made for, `build` the build of the page;
 * `since` is the last version of the table that it saw, `browser` the name by which a ban is known again. Fields that a
 * newer client adds are not looked at.
 */
export interface Hello {
  t: "hello";
  proto: number;
  minor?: number;
  build?: string;
  table: string;
  token?: string | null;
  since?: number | null;
  browser?: string | null;
}

/** What nobody may see: the draw pile, next card first, and the hand set aside by one who left accused (V14). */
export interface Hidden {
  pile: Cards;
  aside: Cards | null;
}

/** Something that this viewer may know nothing of but that it happened. */
export interface HiddenEvent {
  t: "hidden";
}

/** All that was played at a table, the number of the round that is being played, and who came and went. */
export interface HistoryData {
  matches: PastMatch[];
  playing: number | null;
  table: Logged[];
}

/** The host handed the room over. */
export interface HostChangedEvent {
  t: "host-changed";
  seat: number;
}

/** The answer to `POST /api/tables/{table}/join`. */
export interface Joined {
  token: string;
  seat: number;
}

/**
 * What `POST /api/tables/{table}/join` takes.
 *
 * `terms` is the version of the rules and the room that the person was shown: who sits down under other ones is not
 * ready (H9). `token` is that of a seat from which they went away (V14). Sent again under the same `id`, the sender's
 * own secret, it is answered again and takes no second seat.
 */
export interface Joining {
  id?: string | null;
  name?: string;
  seat?: number | null;
  ready?: boolean;
  terms?: number | null;
  browser?: string | null;
  token?: string | null;
}

/** A judge's vote on a dare (H8), None in a view, which does not show how anybody votes. */
export interface Judged {
  t: "judged";
  judge: number;
  done: boolean | null;
}

/** The others judge whether `seat` did the dare (H8); how they voted is None in a view. */
export interface Judging {
  t: "judging";
  seat: number;
  text: string;
  otherwise: Effect[];
  run: RuleRun;
  agenda: Task[];
  votes: ([number, boolean | null])[];
}

/** How long jumping in goes before the next player's act (V3); a jump shows the `key`. */
export interface JumpsData {
  left_ms: number;
  key: string;
}

/** The card just drawn was kept (T3). */
export interface Kept {
  t: "kept";
  seat: number;
}

/** Send a person away; for the host. */
export interface Kick {
  t: "kick";
  seat: number;
}

/** The host sent the seat's person away. */
export interface KickedEvent {
  t: "kicked";
  seat: number;
  banned: boolean;
}

/** Give up the seat; with `watch` only if one can look on from then. */
export interface Leave {
  t: "leave";
  watch?: boolean;
}

/** A seat left the round (V14); its cards, in this order, went under the draw pile. */
export interface Left {
  t: "left";
  seat: number;
  cards: Cards;
  aside: Cards | null;
}

/** An event as this viewer may see it, with the version that it led to. */
export interface Logged {
  v: number;
  e: HiddenEvent | TableOpenedEvent | SeatTakenEvent | SeatLeftEvent | SeatsMovedEvent | ReadySetEvent | RoomChangedEvent | HostChangedEvent | KickedEvent | MutedEvent | MatchBeganEvent | DealCalledEvent | DealSealedEvent | ContributedEvent | DealOpenedEvent | DealVoidedEvent | Event;
}

/** A match began; `draws` says who drew what for the first deal, if it was drawn for (S2). */
export interface MatchBeganEvent {
  t: "match-began";
  dealer: number;
  draws: [number, string][][];
}

/** The match so far: points by seat or team, whose deal it is, who is out, who won. */
export interface MatchData {
  scores: number[];
  target: number;
  scoring: string;
  dealer: number;
  round: number;
  rounds: Record<string, number>[];
  winner: number | null;
  eliminated: number[];
  left: number[];
  teams: number[][] | null;
}

/** One entry of the record: who did what (null: the deal), what followed, and how things stood after it. */
export interface Moment {
  line: number;
  seat: number | null;
  act: string;
  events: Event[];
  view: Round;
  awaited: number[];
  match: MatchData;
}

/** These seats lose their next turn (W3, H6). */
export interface MustSkip {
  t: "must-skip";
  seats: number[];
}

/** Take the word from a person, or give it back; for the host. */
export interface Mute {
  t: "mute";
  seat: number;
  on: boolean;
}

/** The host took the word from the seat's person, or gave it back. */
export interface MutedEvent {
  t: "muted";
  seat: number;
  on: boolean;
}

/** The command, or a message that is none (`id` null), was refused and changed nothing. */
export interface Nak {
  code: string;
  reason: string;
  params: Record<string, string | number | string[]>;
  message: string;
  rule?: string | null;
  t: "nak";
  id: string | null;
  v?: number | null;
}

/**
 * What `POST /api/tables` takes; `now` deals at once (as with bots it does unless told otherwise).
 *
 * Where cards are dealt at once to one person, nobody waits for them, so there is a clock only if they ask for one.
 * Sent again under the same `id`, the sender's own secret, it is answered again and opens no second table.
 */
export interface NewTable {
  edition?: string;
  players?: number;
  options?: Record<string, unknown>;
  teams?: number[][] | null;
  written?: Record<string, unknown> | null;
  bots?: boolean;
  clock?: number | null;
  autostart?: boolean;
  draw?: boolean;
  spectators?: boolean;
  spectator_delay?: number;
  grace_ms?: number;
  auto_uno?: boolean;
  chat?: boolean;
  id?: string | null;
  name?: string;
  browser?: string | null;
  now?: boolean | null;
}

/** Deal the next round, or the first before all seats are taken. */
export interface Next {
  t: "next";
}

/** A report that a seat suggested a card, and the votes so far (X1), each None in a view. */
export interface OpenReport {
  t: "open-report";
  accuser: number;
  accused: number;
  votes: ([number, boolean | null])[];
}

/** The answer to `POST /api/tables`; `local` says that `invite` works on the server's machine only. */
export interface Opened {
  table: string;
  token: string;
  seat: number;
  link: string;
  code: string;
  invite: string;
  local: boolean;
}

/** The cards are dealt and the first is about to be turned up; nobody acts. */
export interface Opening {
  t: "opening";
}

/** An option of the rules, and what it may be. */
export interface OptionData {
  name: string;
  rule: string;
  doc: string;
  type: "choice" | "bool" | "number" | "cards" | "replacements";
  values?: (string | number)[] | null;
  least?: number | null;
  most?: number | null;
  optional?: boolean | null;
}

/** The answer to `GET /api/options`. */
export interface OptionsData {
  editions: EditionData[];
  options: OptionData[];
  phrases: PhraseData[];
}

/** The round has ended; `out` went out, or nobody did (O1, T5, V14). */
export interface Over {
  t: "over";
  out: number | null;
}

/** The next player draws `count` cards and loses the turn (W1, W5); V1 lets the debt pass on. */
export interface Owe {
  t: "owe";
  count: number;
}

/** `seat` draws a debt or adds to it (V1); `kind` is the face of its last draw card's token: +2 or W+4. */
export interface Owing {
  t: "owing";
  seat: number;
  debt: number;
  kind: string;
}

/** A voluntary draw found no card (T5). */
export interface Passed {
  t: "passed";
  seat: number;
}

/** A match as far as its rounds are over. */
export interface PastMatch {
  number: number;
  rules: RulesData;
  names: string[];
  dealer: number;
  scores: number[];
  winner: number | null;
  eliminated: number[];
  left: number[];
  over: boolean;
  rounds: PastRound[];
}

/** A round that is over: who was in it, who went out, and what it gave by seat (or number of the team). */
export interface PastRound {
  number: number;
  dealer: number;
  seats: number[];
  out: number | null;
  points: Record<string, number>;
  scores: number[];
}

export type Phase = Opening | Turn | Drawn | Calling | Answering | Owing | Judging | Acting | Choosing | Picking | Over;

/** What may be said or shown without typing; a page has the words for each in its languages. */
export type Phrase = "hello" | "good-luck" | "nice" | "well-played" | "thanks" | "sorry" | "oops" | "close" | "thinking" | "your-turn" | "back-soon" | "good-game" | "again" | "bye" | "smile" | "laugh" | "wow" | "clap" | "heart" | "sweat" | "cry" | "shrug";

/** Something that can be said without typing. */
export interface PhraseData {
  id: Phrase;
  kind: "phrase" | "emote";
}

/** `seat` picks a card to discard or to give to `to`, `count` in all (H). */
export interface Picking {
  t: "picking";
  seat: number;
  effect: Discard | Give;
  count: number;
  to: number | null;
  run: RuleRun;
  agenda: Task[];
}

/** Is anybody there? The pong repeats `n`. */
export interface Ping {
  t: "ping";
  n?: string | null;
}

/** Cards were played, out of turn if `jump`; `uno` was said with them, `colour` called. */
export interface Played {
  t: "played";
  seat: number;
  cards: Cards;
  colour: Colour | null;
  swap: number | null;
  uno: boolean;
  jump: boolean;
}

/** Yes. Only with the `n` of the ping does it tell the server how long the way is. */
export interface Pong {
  t: "pong";
  n?: string | null;
}

/** What people must judge: a dare, a charade (H5, H8) or a report (X1); with votes, how many have given theirs of how many. */
export interface PromptData {
  kind: "dare" | "charade" | "report";
  seat: number;
  text?: string | null;
  by?: number | null;
  judges: number[];
  guessers?: number[] | null;
  voted?: number | null;
  needed?: number | null;
  left_ms: number | null;
}

/** What a deal is verified with (docs/deals.md). */
export interface ProofData {
  game: string;
  number: number;
  rules: string;
  previous: string;
  commitment: string;
  contributions: Share[];
  stage: string;
  secret: string | null;
  dealer: number;
  draws: [number, string][][];
  order: string;
  shuffles: string[];
}

/** The card turned up went back and the pile was shuffled to this order (S6, S7). */
export interface PutBack {
  t: "put-back";
  pile: Cards;
}

/** Agree to the rules in force, or take it back (H9); `v` must not be older than they are. */
export interface Ready {
  t: "ready";
  ready: boolean;
}

/** A person agreed to the rules in force, or took it back (H9). */
export interface ReadySetEvent {
  t: "ready-set";
  seat: number;
  ready: boolean;
}

/** The body of an answer that is no success. */
export interface Refusal {
  error: ErrorData;
}

/** Begin a new match at this table. */
export interface Rematch {
  t: "rematch";
}

/** A record that the rules allow: its rounds, and of one of them every moment. */
export interface ReplayData {
  rules: RulesData;
  names: string[];
  date: string | null;
  rounds: ReplayedRound[];
  round: number;
  seat: number | null;
  moments: Moment[];
}

/** A record to be played through: which of its rounds, as which seat saw it (null: with open hands). */
export interface ReplayWish {
  record: string;
  round?: number;
  seat?: number | null;
}

/** A round of the record: how many moments it has, what it came to, and what its deal is verified with. */
export interface ReplayedRound {
  dealer: number;
  moments: number;
  over: boolean;
  out: number | null;
  points: Record<string, number>;
  scores: number[];
  deal: ProofData | null;
}

/** The open report was upheld or dismissed (X1). */
export interface ReportSettled {
  t: "report-settled";
  seat: number;
  upheld: boolean;
}

/** A vote on the open report (X1), None in a view, which does not show how anybody votes. */
export interface ReportVoted {
  t: "report-voted";
  seat: number;
  upheld: boolean | null;
}

/** A seat reported a card suggestion (X1). */
export interface Reported {
  t: "reported";
  by: number;
  seat: number;
}

/** The discards but the top one became the draw pile in this order (T5). */
export interface Reshuffled {
  t: "reshuffled";
  pile: Cards;
}

/** Return to the phase during which a catch or report happened. */
export interface Resume {
  t: "resume";
  phase: Phase;
}

/** The direction of play turns round (W2). */
export interface Reverse {
  t: "reverse";
}

/** The host changed the rules or the room; nobody is ready any more (H9). */
export interface RoomChangedEvent {
  t: "room-changed";
  rules: RulesData;
  room: RoomData;
}

/** How the table is run, chosen by the host (H9). */
export interface RoomData {
  bots: boolean;
  clock: number | null;
  autostart: boolean;
  draw: boolean;
  spectators: boolean;
  spectator_delay: number;
  grace_ms: number;
  auto_uno: boolean;
  chat: boolean;
}

/** All hands move one seat (V4). */
export interface Rotate {
  t: "rotate";
  way: Way;
}

/**
 * A round: what all see, what each seat sees, what nobody sees. `hands` has one entry for each seat of the table.
 *
 * A view is a Round as well, in which every card that one may not see is `??` (see `view`).
 */
export interface Round {
  table: Table;
  hands: Hand[];
  hidden: Hidden;
}

/** The cards were dealt (S3); again, if no card of the pile could start (S6). */
export interface RoundBegan {
  t: "round-began";
  rules: Ruleset;
  seats: number[];
  dealer: number;
  hands: Cards[];
  pile: Cards;
}

/**
 * The round is over and the hands lie open.
 *
 * `points` are what it gives: (seat, points), or (team, points) where there are teams; `scored` is false when
 * it ends unscored (V14).
 */
export interface RoundEnded {
  t: "round-ended";
  out: number | null;
  hands: Cards[];
  points: [number, number][];
  scored: boolean;
}

/** The written rule of a card is carried out or counted; a card drawn is shown by this (H7). */
export interface RuleInvoked {
  t: "rule-invoked";
  seat: number;
  card: Card;
  carried_out: boolean;
}

/**
 * One run of a written rule: who acts, who set it off, whom the acting player chose (H7, H8).
 *
 * `chained` says whether draws in it set off rules tied to drawing (H8); `serial` distinguishes runs.
 */
export interface RuleRun {
  t: "run";
  serial: number;
  actor: number;
  source: number;
  chained: boolean;
  chosen: number | null;
}

/** The rules in force: the edition, and the options in which they differ from it (docs/options.md). */
export interface RulesData {
  edition: string;
  players: number;
  teams?: number[][] | null;
  written?: Record<string, WrittenData> | null;
  options: Record<string, unknown>;
  differences: Record<string, unknown>;
}

/** The rules in force: edition, players and what differs from the edition (docs/options.md). */
export interface Ruleset {
  edition: string;
  players: number;
  teams?: number[][];
  written?: Record<string, unknown>;
  options: Record<string, unknown>;
}

/** Somebody said a prepared phrase, or showed an emote. */
export interface SaidPhrase {
  t: "said";
  seat: number;
  phrase: Phrase;
}

/** A seat said UNO apart from a play (U1, U2). */
export interface SaidUno {
  t: "said-uno";
  seat: number;
}

/** Say a prepared phrase or show an emote, by its id. */
export interface Say {
  t: "say";
  phrase: Phrase;
}

/** Who sits on a seat: nobody, a person, a bot, or somebody who left a table without bots (V14). */
export interface SeatData {
  seat: number;
  name: string;
  kind: "open" | "person" | "bot" | "gone";
  connected: boolean;
}

/** Nobody sits there any more. */
export interface SeatLeftEvent {
  t: "seat-left";
  seat: number;
}

/** A person or a bot sits there from now on; a person is ready if they agree to the rules in force (H9). */
export interface SeatTakenEvent {
  t: "seat-taken";
  seat: number;
  name: string;
  kind: "person" | "bot";
  ready?: boolean | null;
}

/** People changed places: who sat on seat `order[i]` sits on seat `i` from now on. */
export interface SeatsMovedEvent {
  t: "seats-moved";
  order: number[];
}

/** The server's version of the protocol, and the build of the page that it has. */
export interface ServerData {
  proto: number;
  minor: number;
  build: string;
}

export type ServerMessage = Snap | State | Ev | Ack | Nak | Wait | SaidPhrase | Chatted | Gone | ServerPing | ServerPong;

/** Is anybody there? Answer with a pong with the same `n`: so the server measures the way. */
export interface ServerPing {
  t: "ping";
  n: string;
}

/** The answer to a client's ping. */
export interface ServerPong {
  t: "pong";
  n?: string | null;
}

/** Put a bot on an open seat, or take it away; for the host, before the match. */
export interface SetBot {
  t: "bot";
  seat: number;
  on: boolean;
}

/** What a seat gave to the chance of a deal: 32 hex digits, `bot` or `absent`. */
export interface Share {
  seat: number;
  value: string;
}

/** Those meant by `who` show their hands to those meant by `to` alone (H8). */
export interface Show {
  t: "show";
  who: Who;
  to: Who;
}

/** A seat showed its hand to another by a written rule (H). */
export interface Shown {
  t: "shown";
  seat: number;
  to: number;
  hand: Cards;
}

/** Move to another seat that no person has; the host may move `who`, and two people change places. */
export interface Sit {
  t: "sit";
  seat: number;
  who?: number | null;
}

/** Those meant lose their next turn; `everyone` is everyone else: an extra turn (W3, H6). */
export interface Skip {
  t: "skip";
  who: Who;
}

/**
 * The end of the greeting: where the table stands.
 *
 * `log` is null if the events since the hello's `since` were sent one by one before it, else the latest ones. `token`
 * is the seat's newest token, null for a spectator.
 */
export interface Snap {
  v: number;
  you: number | null;
  view: Round | null;
  legal: string[];
  awaited: number[];
  table: TableData;
  clock: ClockData | null;
  grace: GraceData | null;
  jumps: JumpsData | null;
  autopilot: number[];
  prompts: PromptData[];
  deal: DealData | null;
  control: boolean;
  t: "snap";
  log: Logged[] | null;
  token: string | null;
  server: ServerData;
}

/** Start the match; for the host. */
export interface Start {
  t: "start";
}

/** Where the table stands: after events, or because somebody came or went. */
export interface State {
  v: number;
  you: number | null;
  view: Round | null;
  legal: string[];
  awaited: number[];
  table: TableData;
  clock: ClockData | null;
  grace: GraceData | null;
  jumps: JumpsData | null;
  autopilot: number[];
  prompts: PromptData[];
  deal: DealData | null;
  control: boolean;
  t: "state";
}

/**
 * What anybody may know of a table (`GET /api/tables/{table}`), and while it has not ended how others come to it.
 *
 * `open` is how many seats could be taken, `terms` the version of rules and room, `local` says that `invite` works on
 * the server's machine only.
 */
export interface Summary {
  table: string;
  state: "waiting" | "playing" | "over";
  ended: boolean;
  seats: SeatData[];
  open: number;
  host: number | null;
  ready: number[];
  muted: number[];
  terms: number;
  room: RoomData;
  rules: RulesData;
  code?: string | null;
  invite?: string | null;
  local?: boolean | null;
}

/** The acting player swaps hands with the one meant (W8, V4). */
export interface Swap {
  t: "swap";
  who: Who;
}

/**
 * What everybody sees.
 *
 * `seats` are those in the round; `discard` lies under `top`, oldest first; `colour` is in force (None before
 * the first is called); `called` are the seats whose UNO is in force; `jumpable` says that nobody has moved since
 * the top card was played (V3); `losing` are seats that lose their next turn; `passes` counts passes in succession
 * (T5); `times` how often each card with a counted written rule came up (H7).
 */
export interface Table {
  rules: Ruleset;
  seats: number[];
  dealer: number;
  phase: Phase;
  direction: Direction;
  top: Card | null;
  colour: Colour | null;
  discard: Cards;
  window: Window | null;
  called: number[];
  jumpable: boolean;
  losing: number[];
  passes: number;
  report: OpenReport | null;
  times: [Card, number][];
}

/** What those at the table know of it besides: the match, and the seconds that a person has for an act. */
export interface TableData {
  table: string;
  state: "waiting" | "playing" | "over";
  ended: boolean;
  seats: SeatData[];
  open: number;
  host: number | null;
  ready: number[];
  muted: number[];
  terms: number;
  room: RoomData;
  rules: RulesData;
  match: MatchData | null;
  clock: number | null;
}

/** The table was opened; `game` names its chain of deals. */
export interface TableOpenedEvent {
  t: "table-opened";
  game: string;
}

export type Task = ApplyEffect | AfterDrawing | EndTurn | BeginTurn | Resume | Finish;

/** `seat` plays a card or draws (T1, T3). */
export interface Turn {
  t: "turn";
  seat: number;
}

/** The turn of `seat`; those in `over` lost theirs (W3, H6). */
export interface TurnBegan {
  t: "turn-began";
  seat: number;
  over: number[];
}

/** The first card of the discard pile (S3). */
export interface TurnedUp {
  t: "turned-up";
  card: Card;
}

/** A spectator sees the table late, and there is nothing to see yet: a snap follows in so many milliseconds. */
export interface Wait {
  t: "wait";
  left_ms: number;
}

/** The round waits for this, where it is not simply a turn. */
export interface Waiting {
  t: "waiting";
  phase: Phase;
}

/** Which way hands rotate: with the direction of play, or always to one side. */
export type Way = "play" | "left" | "right";

/** Which cards an effect is about: a colour, a kind, the colour in force, or any. */
export type What = "red" | "yellow" | "green" | "blue" | "called-colour" | "wild" | "number" | "word" | "any";

/** Which players an effect applies to, relative to the acting player; several in turn order after that player (H8). */
export type Who = "next" | "previous" | "others" | "everyone" | "chosen" | "self" | "partner";

/**
 * The catch window (U2–U5): seats left with one card that have not said UNO.
 *
 * `old` are those for whom it closes when the turn under way has been taken (U4, `next_done`), `settled`
 * those caught or having called in it (V7).
 */
export interface Window {
  t: "window";
  owing: number[];
  old: number[];
  settled: number[];
}

/** Who may be caught now may be caught until the turn just begun is taken (U4). */
export interface WindowAged {
  t: "window-aged";
}

/** Nobody but these may be caught any more (U4). */
export interface WindowClosed {
  t: "window-closed";
  still: number[];
}

/** These seats have one card and have not said UNO (U1, U7). */
export interface WindowOpened {
  t: "window-opened";
  seats: number[];
}

/** A rule that the table wrote on a card (H): its text, when it holds, and what it does. */
export interface WrittenData {
  text: string;
  when: string;
  effects: Record<string, unknown>[];
}
