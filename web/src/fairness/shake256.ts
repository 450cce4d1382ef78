/** SHAKE-256 (FIPS 202) in plain script: no browser has it. */

const RATE = 136;
const LANE = (1n << 64n) - 1n;

/** The constants of the 24 rounds, from the shift register that the standard gives. */
const ROUNDS = ((): bigint[] => {
  let bits = 1;
  return Array.from({ length: 24 }, () => {
    let word = 0n;
    for (let j = 0; j < 7; j += 1) {
      if (bits & 1) word |= 1n << BigInt(2 ** j - 1);
      bits = (bits << 1) ^ (bits & 0x80 ? 0x171 : 0);
    }
    return word;
  });
})();

/** Where each of the 24 moved lanes goes, and how far it is turned. */
const MOVES = ((): { from: number; to: number; by: bigint }[] => {
  let [x, y] = [1, 0];
  return Array.from({ length: 24 }, (_, t) => {
    const from = x + 5 * y;
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { from, to: from, by: BigInt((((t + 1) * (t + 2)) / 2) % 64) };
  }).map((move) => {
    const [mx, my] = [move.from % 5, Math.floor(move.from / 5)];
    return { ...move, to: my + 5 * ((2 * mx + 3 * my) % 5) };
  });
})();

const turn = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & LANE;

/** Reads the output of SHAKE-256 as long as one likes. */
export class Shake256 {
  private readonly lanes = new BigUint64Array(25);
  private readonly bytes = new DataView(this.lanes.buffer);
  private at = 0;

  constructor(data: Uint8Array) {
    const padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE);
    padded.set(data);
    padded[data.length] = 0x1f;
    padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
    for (let block = 0; block < padded.length; block += RATE) {
      const view = new DataView(padded.buffer, block, RATE);
      for (let i = 0; i < RATE / 8; i += 1) this.mix(i, view.getBigUint64(8 * i, true));
      this.permute();
    }
  }

  /** The next byte. */
  byte(): number {
    if (this.at === RATE) {
      this.permute();
      this.at = 0;
    }
    const lane = this.lanes[this.at >> 3] ?? 0n;
    const found = Number((lane >> BigInt(8 * (this.at & 7))) & 0xffn);
    this.at += 1;
    return found;
  }

  private lane(i: number): bigint {
    return this.lanes[i] ?? 0n;
  }

  private mix(i: number, by: bigint): void {
    this.lanes[i] = this.lane(i) ^ by;
  }

  private permute(): void {
    for (const constant of ROUNDS) {
      const column = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ this.lane(x + y), 0n));
      const old = Array.from(this.lanes, (lane, i) => lane ^ (column[(i + 4) % 5] ?? 0n) ^ turn(column[(i + 1) % 5] ?? 0n, 1n));
      const moved = old.slice();
      for (const { from, to, by } of MOVES) moved[to] = turn(old[from] ?? 0n, by);
      const get = (x: number, y: number): bigint => moved[(x % 5) + y] ?? 0n;
      for (let i = 0; i < 25; i += 1) {
        const [x, y] = [i % 5, i - (i % 5)];
        this.lanes[i] = get(x, y) ^ (~get(x + 1, y) & LANE & get(x + 2, y));
      }
      this.mix(0, constant);
    }
  }
}
