/** Wood, paper and bells, made as they are needed: no files. */

/** Sounds of the play, then those that call for attention. */
export type SoundName =
  | ('play' | 'draw' | 'many' | 'shuffle' | 'skip' | 'reverse' | 'debt' | 'uno' | 'stamp' | 'swap' | 'win' | 'over')
  | ('turn' | 'open' | 'ask' | 'warn');

/** The context may start only after the person has touched the page; until then nothing is heard. */
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function start(): AudioContext | null {
  if (typeof AudioContext !== 'function') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  return context;
}

function hiss(ctx: BaseAudioContext): AudioBuffer {
  if (noise) return noise;
  noise = ctx.createBuffer(1, ctx.sampleRate / 2, ctx.sampleRate);
  const samples = noise.getChannelData(0);
  let seed = 7;
  for (let i = 0; i < samples.length; i += 1) {
    seed = (seed * 16807) % 2147483647;
    samples[i] = (seed / 2147483647) * 2 - 1;
  }
  return noise;
}

type Voice = (ctx: BaseAudioContext, out: AudioNode, at: number) => void;

/** A gain that opens at once and fades over `length` seconds. */
function fading(ctx: BaseAudioContext, out: AudioNode, at: number, loud: number, length: number): GainNode {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  return gain;
}

/** A struck piece of wood. */
const wood =
  (pitch: number, loud = 0.5, late = 0): Voice =>
  (ctx, out, at) => {
    const tone = ctx.createOscillator();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(pitch * 1.5, at + late);
    tone.frequency.exponentialRampToValueAtTime(pitch, at + late + 0.03);
    tone.connect(fading(ctx, out, at + late, loud, 0.12));
    tone.start(at + late);
    tone.stop(at + late + 0.14);
  };

/** Paper that slides or slaps: filtered noise, its pitch on the way from one to the other. */
const paper =
  (from: number, to: number, length: number, loud = 0.35, late = 0): Voice =>
  (ctx, out, at) => {
    const source = ctx.createBufferSource();
    source.buffer = hiss(ctx);
    const band = ctx.createBiquadFilter();
    band.type = 'bandpass';
    band.Q.value = 0.9;
    band.frequency.setValueAtTime(from, at + late);
    band.frequency.exponentialRampToValueAtTime(to, at + late + length);
    source.connect(band).connect(fading(ctx, out, at + late, loud, length));
    source.start(at + late, 0, length + 0.02);
  };

/** A small bell: partials that are no harmonics, the higher the sooner gone. */
const bell =
  (pitch: number, loud = 0.3, length = 1.1, late = 0): Voice =>
  (ctx, out, at) => {
    [1, 2.01, 2.74, 5.42].forEach((partial, i) => {
      const tone = ctx.createOscillator();
      tone.frequency.value = pitch * partial;
      tone.connect(fading(ctx, out, at + late, loud / (1 + i * 1.6), length / (1 + i)));
      tone.start(at + late);
      tone.stop(at + late + length);
    });
  };

const SOUNDS: Record<SoundName, Voice[]> = {
  play: [paper(1800, 700, 0.07, 0.7), wood(150, 0.4, 0.012)],
  draw: [paper(1400, 3800, 0.13, 0.75)],
  many: [0, 1, 2, 3].map((i) => paper(1400, 3600, 0.1, 0.6, i * 0.085)),
  shuffle: [0, 1, 2, 3, 4, 5, 6].map((i) => paper(900 + i * 260, 2400, 0.07, 0.6, i * 0.05)),
  skip: [wood(240, 0.5), wood(170, 0.5, 0.09)],
  reverse: [wood(300, 0.4), wood(400, 0.4, 0.08), wood(300, 0.4, 0.16)],
  debt: [wood(160, 0.4), wood(215, 0.4, 0.11), paper(400, 1700, 0.2, 0.4, 0.11)],
  uno: [bell(1175, 0.23, 1.2), bell(1568, 0.16, 1, 0.11)],
  stamp: [wood(80, 0.6), paper(420, 150, 0.09, 0.5), paper(3400, 1600, 0.07, 0.25, 0.19)],
  swap: [paper(700, 3000, 0.24, 0.6), paper(3000, 700, 0.24, 0.6, 0.12)],
  win: [523, 659, 784, 1047].map((pitch, i) => bell(pitch, 0.19, 1.3, i * 0.12)),
  over: [bell(440, 0.2, 0.9), bell(370, 0.2, 1.1, 0.16)],
  turn: [bell(659, 0.22, 0.5), bell(880, 0.22, 0.6, 0.11)],
  open: [bell(1319, 0.24, 0.3), bell(1319, 0.24, 0.3, 0.1), bell(1319, 0.24, 0.4, 0.2)],
  ask: [bell(740, 0.24, 0.5), bell(587, 0.24, 0.7, 0.14)],
  warn: [wood(520, 0.5), wood(520, 0.5, 0.16)],
};

/** Sound it, as loud as the percentage says. */
export function sound(name: SoundName, percent: number): void {
  const ctx = start();
  if (ctx && ctx.state === 'running') soundIn(ctx, name, percent);
}

/** The same in any context, to be heard from its present on. */
export function soundIn(ctx: BaseAudioContext, name: SoundName, percent: number): void {
  const master = ctx.createGain();
  master.gain.value = (percent / 100) ** 1.6 * 0.9;
  master.connect(ctx.destination);
  for (const voice of SOUNDS[name]) voice(ctx, master, ctx.currentTime + 0.005);
}

/** The names of all sounds. */
export const SOUND_NAMES = Object.keys(SOUNDS) as SoundName[];
