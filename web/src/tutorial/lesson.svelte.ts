/**
 * A guided round: three cards, two others, everything scripted, nothing sent anywhere. What the learner may do is always what the
 * rules allow; what the others do is written down here so that each thing to be learned comes up once.
 */

import { COLOURS, readCard, type Colour } from '../game/cards';
import { colourName } from '../game/describe';
import type { Doing, GameEvent } from '../net/protocol';
import { readAction } from '../game/notation';
import { TableState } from '../state/table-state.svelte';
import { t, type Key } from '../i18n/translate';
import { message, type LessonScene } from './lesson-table';

export const STEPS = ['match', 'draw', 'wild', 'uno', 'challenge', 'last'] as const;
export type Step = (typeof STEPS)[number] | 'won';

/** Something that happens, and the table after it. */
interface Beat {
  events: GameEvent[];
  change: Partial<LessonScene>;
}

const THINKING = 1100;
const letter = (colour: Colour): string => colour[0]?.toUpperCase() ?? 'R';
const backs = (n: number): string => Array.from({ length: n }, () => '??').join(' ');
const wilds = (): string[] => COLOURS.map((c) => `play W ${c}`);
const plays = (cards: readonly string[], tail = ''): string[] => cards.map((c) => `play ${c}${tail}`);
const matches = (card: string, top: string, colour: Colour): boolean =>
  readCard(card).colour === colour || readCard(card).face === readCard(top).face;

export class Lesson {
  step = $state<Step>('match');
  /** Which of the words of a step are shown. */
  part = $state('text');
  /** The others are playing. */
  busy = $state(false);
  readonly table: TableState;

  private scene: LessonScene;
  private v = 1;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private readonly names = ['', t('tutorial.ana'), t('tutorial.ben')];

  /** `thinking` is how long the others take for a card, in milliseconds. */
  constructor(private readonly thinking = THINKING) {
    this.table = new TableState((d) => this.act(d));
    this.scene = {
      mine: ['R7', 'Y4', 'G1'],
      others: [3, 4],
      top: 'R4',
      colour: 'red',
      discard: ['G3', 'G4'],
      pile: 71,
      phase: { t: 'turn', seat: 0 },
      legal: plays(['R7', 'Y4']),
      drawn: null,
      owing: false,
      called: [],
    };
    this.table.receive(message(this.scene, this.v, 'snap', this.names));
  }

  /** What is said about the step just now. */
  text = $derived.by<string>(() => {
    if (this.step === 'won') return '';
    if (this.table.selection.asking?.what === 'colour') return t('tutorial.wild.colour');
    return t(`tutorial.${this.step}.${this.part}` as Key, { colour: colourName(this.before).toLowerCase() });
  });

  keys = $derived.by<string>(() => {
    if (this.busy || this.step === 'won' || this.step === 'last' || this.part === 'accepted') return '';
    if (this.step === 'wild' && this.table.selection.asking?.what !== 'colour') return '';
    return t(`tutorial.${this.step}.keys` as Key);
  });

  /** The colour that was in force before the Wild Draw Four. */
  private get before(): Colour {
    return (this.table.phase?.before as Colour | undefined) ?? this.kept;
  }
  private kept: Colour = 'red';

  /** End it: nothing more happens by itself. */
  stop(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  // What the learner does.

  private act(d: Doing): void {
    if (d.t !== 'act') return;
    if (!this.table.legal.has(d.action)) return this.refuse(d.action);
    this.table.receive({ t: 'ack', id: '', v: this.v });
    if (this.busy) return;
    const action = readAction(d.action);
    if (action.verb === 'play') this.played(action.cards[0] ?? '', action.colour, action.uno);
    else if (action.verb === 'draw') this.drew();
    else if (action.verb === 'pass') this.passed();
    else if (action.verb === 'uno') this.saidUno();
    else if (action.verb === 'challenge') this.challenged();
    else if (action.verb === 'accept') this.accepted();
  }

  /** Why it cannot be done, as a server would say it. */
  private refuse(action: string): void {
    const { phase, top, colour } = this.scene;
    const card = readAction(action).cards[0] ?? '';
    const [reason, rule, params]: [string, string, Record<string, string>] =
      phase.seat !== 0
        ? ['not-your-turn', 'T1', {}]
        : phase.t === 'answering'
          ? ['answer-first', 'W6', {}]
          : phase.t === 'drawn'
            ? ['only-drawn', 'T4', {}]
            : ['no-match', 'T1', { card, top, colour }];
    this.table.receive({ t: 'nak', id: '', code: 'illegal', reason, rule, params, message: '' });
  }

  private played(card: string, colour: Colour | null, uno: boolean): void {
    const next = colour ?? readCard(card).colour ?? this.scene.colour;
    const mine = without(this.scene.mine, card);
    const beat = this.lay(
      0,
      card,
      colour,
      { mine, drawn: null, phase: { t: 'turn', seat: 1 }, ...(uno ? { called: [0] } : {}) },
      uno,
    );
    const after: Record<string, () => void> = {
      match: () =>
        this.goOn('match', 'done', [beat, this.lay(1, `${letter(next)}9`), this.lay(2, `${letter(next)}2`)], () => this.toDraw()),
      wild: () =>
        this.goOn('wild', 'done', [beat, this.lay(1, `${letter(next)}6`), this.lay(2, `${letter(next)}1`)], () => this.toUno()),
      uno: () => (uno ? this.onTo(beat) : this.forgot(beat)),
      last: () => this.win(beat),
    };
    after[this.step]?.();
  }

  private toDraw(): void {
    this.turn('draw', ['draw']);
  }

  private drew(): void {
    this.say('wild', 'drawn');
    this.show({
      events: [{ t: 'drew', seat: 0, cards: 'W', why: 'turn' }],
      change: {
        mine: [...this.scene.mine, 'W'],
        drawn: 'W',
        pile: this.scene.pile - 1,
        phase: { t: 'drawn', seat: 0 },
        legal: [...wilds(), 'pass'],
      },
    });
  }

  private passed(): void {
    const kept: Beat = { events: [{ t: 'kept', seat: 0 }], change: { drawn: null, phase: { t: 'turn', seat: 1 }, legal: [] } };
    const l = letter(this.scene.colour);
    this.goOn('wild', 'drawn', [kept, this.lay(1, `${l}8`), this.lay(2, `${l}5`)], () => {
      this.turn('wild', wilds());
      this.part = 'kept';
    });
  }

  private toUno(): void {
    const { mine, top, colour } = this.scene;
    const fits = mine.filter((c) => matches(c, top, colour));
    this.turn('uno', [...plays(fits), ...plays(fits, ' uno')]);
  }

  private forgot(beat: Beat): void {
    this.part = 'forgot';
    this.show({ ...beat, change: { ...beat.change, owing: true, legal: ['uno'] } });
  }

  private saidUno(): void {
    this.onTo({ events: [{ t: 'said-uno', seat: 0 }], change: { owing: false, called: [0], legal: [] } });
  }

  /** One card is left: Ana follows, and Ben bluffs. */
  private onTo(beat: Beat): void {
    const last = this.lastAfter(beat);
    const colour = (beat.change.colour as Colour | undefined) ?? this.scene.colour;
    this.kept = colour;
    const wanted = readCard(last).colour ?? 'green';
    const bluff = this.lay(2, 'W+4', wanted, {
      phase: { t: 'answering', seat: 0, accused: 2, debt: 4, before: colour } as LessonScene['phase'],
    });
    this.goOn('uno', 'done', [beat, this.lay(1, `${letter(colour)}3`), bluff], () => this.toChallenge());
  }

  private lastAfter(beat: Beat): string {
    return ((beat.change.mine as string[] | undefined) ?? this.scene.mine)[0] ?? 'G1';
  }

  private toChallenge(): void {
    this.say('challenge', 'text');
    this.show({ events: [], change: { legal: ['challenge', 'accept'] } });
  }

  private challenged(): void {
    const said: GameEvent = {
      t: 'challenged',
      by: 0,
      accused: 2,
      guilty: true,
      hand: `${letter(this.kept)}5 B8 YS`,
    } as GameEvent;
    const drew: GameEvent = { t: 'drew', seat: 2, cards: backs(4), why: 'challenge' } as GameEvent;
    const count = this.scene.others[1] as number;
    this.say('last', 'text');
    this.show({
      events: [said, drew],
      change: {
        others: [this.scene.others[0], count + 4],
        pile: this.scene.pile - 4,
        phase: { t: 'turn', seat: 0 },
        legal: plays(this.scene.mine, ''),
      },
    });
  }

  private accepted(): void {
    const drawn = ['R1', 'B6', 'Y9', 'GS'];
    this.taken = this.scene;
    this.part = 'accepted';
    this.show({
      events: [{ t: 'accepted', seat: 0 }, { t: 'drew', seat: 0, cards: drawn.join(' '), why: 'debt' } as GameEvent],
      change: {
        mine: [...this.scene.mine, ...drawn],
        called: [],
        pile: this.scene.pile - 4,
        phase: { t: 'turn', seat: 1 },
        legal: [],
      },
    });
  }
  private taken: LessonScene | null = null;

  /** After the challenge was let pass: it is asked once more. */
  takeBack(): void {
    if (!this.taken) return;
    this.scene = this.taken;
    this.taken = null;
    this.part = 'text';
    this.v += 1;
    this.table.receive({ ...message(this.scene, this.v, 'snap', this.names), log: this.table.log.entries });
  }

  private win(beat: Beat): void {
    const others: LessonScene['others'] = [
      ['Y8', 'BR'],
      [`${letter(this.kept)}5`, 'B8', 'YS', 'B3', 'R6', 'Y1', 'G0'],
    ];
    this.say('won', 'text');
    this.show({
      events: [...beat.events, { t: 'round-ended', out: 0, hands: [], points: [[0, 71]], scored: true } as unknown as GameEvent],
      change: { ...beat.change, others, legal: [], phase: { t: 'over', out: 0 } as LessonScene['phase'] },
    });
  }

  // How it goes on.

  /** A seat lays a card. It is made when its time comes, from the table as it is then. */
  private lay(seat: 0 | 1 | 2, card: string, colour: Colour | null = null, change: Partial<LessonScene> = {}, uno = false): Beat {
    const next = ((seat + 1) % 3) as 0 | 1 | 2;
    return {
      events: [{ t: 'played', seat, cards: card, colour, swap: null, uno, jump: false } as GameEvent],
      change: {
        top: card,
        colour: colour ?? readCard(card).colour ?? 'red',
        legal: [],
        phase: { t: 'turn', seat: next },
        ...change,
      },
    };
  }

  private show(beat: Beat): void {
    const before = this.scene;
    const others = [...before.others] as LessonScene['others'];
    for (const e of beat.events) {
      const seat = e.t === 'played' ? (e.seat as number) : 0;
      if (seat > 0 && typeof others[seat - 1] === 'number') others[seat - 1] = Math.max(1, (others[seat - 1] as number) - 1);
    }
    const laid = beat.change.top !== undefined && beat.events[0]?.t === 'played';
    this.scene = { ...before, others, ...(laid ? { discard: [...before.discard, before.top] } : {}), ...beat.change };
    for (const e of beat.events) this.table.receive({ t: 'ev', v: (this.v += 1), e: e as never });
    this.table.receive(message(this.scene, this.v, 'state', this.names));
  }

  private turn(step: Step, legal: string[]): void {
    this.say(step, 'text');
    this.show({ events: [], change: { phase: { t: 'turn', seat: 0 }, legal } });
  }

  private say(step: Step, part: string): void {
    this.step = step;
    this.part = part;
  }

  /** The first beat at once, the others each after a while, and then what comes next. */
  private goOn(step: Step, part: string, beats: Beat[], then: () => void): void {
    const [first, ...rest] = beats;
    this.say(step, part);
    this.busy = true;
    if (first) this.show(first);
    rest.forEach((beat, i) => this.timers.push(setTimeout(() => this.show(beat), this.thinking * (i + 1))));
    this.timers.push(
      setTimeout(
        () => {
          this.busy = false;
          then();
        },
        this.thinking * rest.length + this.thinking / 2,
      ),
    );
  }
}

function without(cards: readonly string[], card: string): string[] {
  const at = cards.indexOf(card);
  return cards.filter((_, i) => i !== at);
}
