import { beforeEach, describe, expect, it } from 'vitest';
import { describeEvent } from '../game/describe';
import type { DealData } from '../generated/protocol';
import { commit, firstLink, shuffled, stream, type Contribution } from './deal';
import { fromHex, toHex } from './hex';
import { recallSeenDeal } from './seen-deals';
import { sha256 } from './sha256';
import { Shake256 } from './shake256';
import { contribution, Shares } from './shares';
import told from './served-deals.json';
import vectors from './vectors.json';
import { verify, type DealAnswer, type Finding } from './verify';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const shake = (data: Uint8Array, length: number): string => {
  const source = new Shake256(data);
  return toHex(Uint8Array.from({ length }, () => source.byte()));
};

describe('the hashes are those of the standards', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('SHA-256 of %j', (text, digest) => {
    expect(toHex(sha256(bytes(text)))).toBe(digest);
  });

  it('SHA-256 of a million times a', () => {
    const digest = 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0';
    expect(toHex(sha256(bytes('a'.repeat(1_000_000))))).toBe(digest);
  });

  it('SHAKE-256 of nothing, as NIST gives it', () => {
    expect(shake(new Uint8Array(), 64)).toBe(
      '46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f' +
        'd75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be',
    );
  });

  it('SHAKE-256 of 1600 bits, as NIST gives it', () => {
    expect(shake(new Uint8Array(200).fill(0xa3), 32)).toBe('cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d');
  });

  it.each(vectors.hashes)('both at a length of $length are those of Python', ({ length, sha256: digest, shake256 }) => {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7) & 255);
    expect(toHex(sha256(data))).toBe(digest);
    expect(shake(data, shake256.length / 2)).toBe(shake256);
  });
});

describe('deals come out as in Python', () => {
  it.each(vectors.deals)('the deal of round $number', (deal) => {
    expect(commit(deal.secret, deal.game, deal.number, deal.rules, deal.previous)).toBe(deal.commitment);
    const order = (cards: string, label: string): string =>
      shuffled(cards.split(' '), stream(deal.secret, deal.contributions, label)).join(' ');
    expect(order(deal.cards, 'deal')).toBe(deal.order);
    expect(order(deal.cards, 'dealer')).toBe(deal.dealer);
    deal.shuffles.forEach((told, i) => expect(order(told.cards, `shuffle ${i + 1}`)).toBe(told.order));
  });

  it('the first deal hangs on the name of the game', () => {
    expect(firstLink(vectors.deals[0]?.game ?? '')).toBe(vectors.deals[0]?.previous);
  });

  it.each(vectors.streams)('numbers below $bound', ({ secret, label, bound, numbers }) => {
    const below = stream(secret, [{ seat: 0, value: 'bot' }], label);
    expect(numbers.map(() => below(bound))).toEqual(numbers);
  });

  it('the order in which contributions are told plays no part', () => {
    const [deal] = vectors.deals;
    if (!deal) throw new Error('no vectors');
    const back = [...deal.contributions].reverse();
    expect(shuffled(deal.cards.split(' '), stream(deal.secret, back, 'deal')).join(' ')).toBe(deal.order);
  });
});

const deals = told as DealAnswer[];
const [first, second] = deals as [DealAnswer, DealAnswer];
const failing = (found: Finding[]): string[] => found.filter((f) => f.holds === false).map((f) => f.check);

describe('verifying what a server tells', () => {
  it.each(deals.filter((d) => d.secret !== null))('round $number holds', (deal) => {
    const before = deals[deal.number - 2] ?? null;
    const seen = { commitment: deal.commitment, value: deal.contributions[0]?.value ?? null };
    const found = verify(deal, before, seen, 0);
    expect(failing(found)).toEqual([]);
    expect(found.filter((f) => f.holds === null)).toEqual([]);
    expect(found.map((f) => f.check)).toContain('order');
  });

  it('the draw for the deal and each shuffle have a finding of their own', () => {
    const checks = verify(first, null, null, null).map((f) => f.check);
    expect(checks.filter((c) => c === 'draws')).toHaveLength(1);
    expect(checks.filter((c) => c === 'shuffle')).toHaveLength(first.shuffles.length);
    expect(first.shuffles.length).toBeGreaterThan(0);
  });

  it('a round that is not over says that its secret is not out', () => {
    const open = deals.find((d) => d.secret === null);
    if (!open) throw new Error('no open deal');
    expect(failing(verify(open, deals[open.number - 2] ?? null, null, 0))).toEqual(['opened']);
  });

  const swap = (text: string): string => {
    const cards = text.split(' ');
    const at = cards.findIndex((card) => card !== cards[0]);
    [cards[0], cards[at]] = [cards[at] ?? '', cards[0] ?? ''];
    return cards.join(' ');
  };
  const given = (value: string): Contribution[] => first.contributions.map((c) => (c.seat === 0 ? { seat: 0, value } : c));
  const cases: [string, Partial<DealAnswer>, string[]][] = [
    ['two cards exchanged', { order: swap(first.order) }, ['order']],
    ['a shuffle made otherwise', { shuffles: [swap(first.shuffles[0] ?? '')] }, ['shuffle']],
    ['another secret', { secret: '0'.repeat(64) }, ['commitment', 'draws', 'order', 'shuffle']],
    ['other rules', { rules: first.rules.replace('2000', '100') }, ['commitment']],
    ['another commitment', { commitment: '0'.repeat(64) }, ['shown', 'commitment']],
    ['another link', { previous: '0'.repeat(64) }, ['link', 'commitment']],
    ['another contribution', { contributions: given('0'.repeat(32)) }, ['mine', 'draws', 'order', 'shuffle']],
    ['my contribution left out', { contributions: given('absent') }, ['mine', 'draws', 'order', 'shuffle']],
    [
      'other cards drawn for the deal',
      {
        draws: [
          [
            [0, 'R1'],
            [1, 'R2'],
            [2, 'R3'],
          ],
        ],
      },
      ['draws'],
    ],
    ['no order at all', { order: '' }, ['draws', 'order']],
  ];
  it.each(cases)('%s is found', (_, parts, checks) => {
    const seen = { commitment: first.commitment, value: first.contributions[0]?.value ?? null };
    expect(failing(verify({ ...first, ...parts }, null, seen, 0))).toEqual(checks);
  });

  it('a deal that hangs on another one than the one before is found', () => {
    expect(failing(verify(second, { ...first, commitment: '1'.repeat(64) }, null, 0))).toEqual(['link']);
    expect(verify(second, null, null, 0).find((f) => f.check === 'link')?.holds).toBeNull();
  });

  it('that nobody contributed is told without failing', () => {
    const alone = { ...first, contributions: first.contributions.map((c) => ({ ...c, value: 'bot' })) };
    expect(verify(alone, null, null, null).find((f) => f.check === 'people')?.holds).toBeNull();
  });

  it('a deal that was called off has no order to check', () => {
    const off = { ...first, dealer: null, draws: [], order: '', shuffles: [] };
    expect(verify(off, null, null, null).map((f) => f.check)).toEqual(['shown', 'link', 'people', 'commitment']);
  });
});

it('that a round is void is told to everybody', () => {
  const people = { name: String, whose: String, together: String, written: () => '' };
  expect(describeEvent({ t: 'deal-voided', number: 3 }, people)).toContain('round 3');
});

describe('contributing', () => {
  const deal: DealData = {
    game: 'ab',
    number: 3,
    commitment: 'c'.repeat(64),
    previous: 'd'.repeat(64),
    contributions: [],
    dealt: false,
    void: false,
    secret: null,
  };
  let sent: { number: number; value: string }[];
  const fresh = (): Shares => new Shares((d) => `id-${sent.push(d)}`);

  beforeEach(() => {
    sent = [];
    sessionStorage.clear();
  });

  it('adds 16 random bytes to a deal once, as soon as its commitment is seen', () => {
    const shares = fresh();
    shares.see({ v: 7, you: 1, control: true, deal: { ...deal, game: 'once' } });
    shares.see({ v: 8, you: 1, control: true, deal: { ...deal, game: 'once' } });
    expect(sent).toEqual([{ t: 'contribute', number: 3, value: expect.stringMatching(/^[0-9a-f]{32}$/) as string }]);
    expect(recallSeenDeal('once', 3)).toEqual({ commitment: deal.commitment, value: sent[0]?.value });
  });

  it('gives the same value again after the page was loaded anew', () => {
    fresh().see({ v: 7, you: 1, deal: { ...deal, game: 'anew' } });
    fresh().see({ v: 7, you: 1, deal: { ...deal, game: 'anew' } });
    expect(sent[1]).toEqual(sent[0]);
  });

  it.each<[string, object]>([
    ['is looked at without a seat', { you: null }],
    ['is played from another window', { control: false }],
    ['has been dealt', { deal: { ...deal, game: 'not', dealt: true } }],
    ['is void', { deal: { ...deal, game: 'not', void: true } }],
    ['has been opened', { deal: { ...deal, game: 'not', secret: 'e'.repeat(64) } }],
    ['has my contribution', { deal: { ...deal, game: 'not', contributions: [[1, '0'.repeat(32)]] } }],
    ['is not there', { deal: null }],
  ])('gives nothing when the deal %s', (_, parts) => {
    fresh().see({ v: 7, you: 1, control: true, deal: { ...deal, game: 'not' }, ...parts });
    expect(sent).toEqual([]);
  });

  it('keeps the commitment that an onlooker saw', () => {
    fresh().see({ v: 7, you: null, deal: { ...deal, game: 'watched' } });
    expect(recallSeenDeal('watched', 3)).toEqual({ commitment: deal.commitment, value: null });
  });

  it('keeps the first commitment that was shown, whatever comes later', () => {
    fresh().see({ v: 7, you: null, deal: { ...deal, game: 'first' } });
    fresh().see({ v: 8, you: null, deal: { ...deal, game: 'first', commitment: 'f'.repeat(64) } });
    expect(recallSeenDeal('first', 3)?.commitment).toBe(deal.commitment);
  });

  it('knows the answers to its own contributions', () => {
    const shares = fresh();
    shares.see({ v: 7, you: 1, deal: { ...deal, game: 'answered' } });
    expect(shares.answered({ t: 'nak', id: 'other' })).toBe(false);
    expect(shares.answered({ t: 'nak', id: 'id-1' })).toBe(true);
    expect(shares.answered({ t: 'ack', id: 'id-1' })).toBe(false);
  });

  it('draws every byte anew', () => {
    const many = new Set(Array.from({ length: 100 }, contribution));
    expect(many.size).toBe(100);
    expect(fromHex([...many][0] ?? '')).toHaveLength(16);
  });
});
