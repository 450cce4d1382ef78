import { beforeEach, expect, test, vi } from 'vitest';
import { SOUND_NAMES } from './synthesizer';

/** What was started and stopped, and how loud the whole was. */
let started: [from: number, to: number][] = [];
let loudness: number[] = [];

class Param {
  value = 0;
  setValueAtTime(): this {
    return this;
  }
  exponentialRampToValueAtTime(): this {
    return this;
  }
}

class Node_ {
  gain = new Param();
  frequency = new Param();
  Q = new Param();
  type = '';
  buffer: unknown = null;
  private from = 0;
  connect(to: unknown): unknown {
    if (to === 'out') loudness.push(this.gain.value);
    return to;
  }
  start(at: number, _offset?: number, length?: number): void {
    this.from = at;
    if (length !== undefined) started.push([at, at + length]);
  }
  stop(at: number): void {
    started.push([this.from, at]);
  }
}

class Context {
  state = 'running';
  currentTime = 5;
  sampleRate = 8000;
  destination = 'out';
  createGain = (): Node_ => new Node_();
  createOscillator = (): Node_ => new Node_();
  createBufferSource = (): Node_ => new Node_();
  createBiquadFilter = (): Node_ => new Node_();
  createBuffer = (): { getChannelData: () => Float32Array } => ({ getChannelData: () => new Float32Array(4000) });
}

beforeEach(() => {
  started = [];
  loudness = [];
  vi.stubGlobal('AudioContext', Context);
});

test.each(SOUND_NAMES)('%s is made at once and ends by itself within two seconds', async (name) => {
  const { sound } = await import('./synthesizer');
  sound(name, 30);
  expect(started.length).toBeGreaterThan(0);
  for (const [from, to] of started) {
    expect(from).toBeGreaterThanOrEqual(5);
    expect(to).toBeLessThan(7);
  }
});
test('it is as loud as was set, and quiet as it comes', async () => {
  const { sound } = await import('./synthesizer');
  sound('play', 30);
  sound('play', 100);
  expect(loudness[0]).toBeLessThan(0.15);
  expect(loudness[1]).toBeCloseTo(0.9);
});
