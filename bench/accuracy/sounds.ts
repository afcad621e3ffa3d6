import type { Random } from '../../src/domain/random.ts';
import { hzOfMidi } from '../../src/domain/pitch.ts';

/**
 * Seeded synthesis of labelled sound, for tests and for the bench: tones with real envelopes, vibrato
 * and glides, put together to melodies and chords, in noise, rooms and narrow bands. Times in s.
 */

export type Voice = 'sine' | 'saw' | 'pluck' | 'flute' | 'reed' | 'sung' | 'hum';

export interface Tone {
  midi: number;
  onset: number;
  offset: number;
  /** 0 to 1; 1 when absent. */
  loudness?: number;
  /** Half the width of the vibrato, cents. */
  vibrato?: number;
  /** Pitch the tone slides in from, MIDI, and how long that takes, s. */
  from?: number;
  slide?: number;
}

/** Rate of every vibrato, Hz. */
const VIBRATO_HZ = 5.5;
/** Formants of a sung "ah": centre and width, Hz, and gain. */
const FORMANTS = [
  [750, 120, 1],
  [1200, 150, 0.6],
  [2600, 220, 0.25],
] as const;

interface Timbre {
  /** Amplitude of partial `n` at `hz`. */
  partial: (n: number, hz: number) => number;
  /** Time to full loudness and to silence after the end, s; and the time constant of decay (0: none). */
  attack: number;
  release: number;
  decay: number;
}

const TIMBRES: Readonly<Record<Voice, Timbre>> = {
  sine: { partial: (n) => (n === 1 ? 1 : 0), attack: 0.01, release: 0.02, decay: 0 },
  saw: { partial: (n) => 1 / n, attack: 0.01, release: 0.02, decay: 0 },
  pluck: { partial: (n) => 1 / n ** 1.3, attack: 0.002, release: 0.05, decay: 0.7 },
  flute: { partial: (n) => [1, 0.5, 0.15, 0.06, 0.02][n - 1] ?? 0, attack: 0.05, release: 0.06, decay: 0 },
  reed: { partial: (n) => (n % 2 === 1 ? 1 : 0.15) / n, attack: 0.025, release: 0.04, decay: 0 },
  sung: {
    partial: (n, hz) => FORMANTS.reduce((sum, [centre, width, gain]) => sum + gain / (1 + ((hz - centre) / width) ** 2), 0.02) / n ** 0.3,
    attack: 0.04,
    release: 0.05,
    decay: 0,
  },
  hum: { partial: (n) => 1 / n ** 2.5, attack: 0.05, release: 0.06, decay: 0 },
};

/** Adds a tone to `sound`. Partials stop well below half the rate. */
export function addTone(sound: Float32Array, sampleRate: number, voice: Voice, tone: Tone): void {
  const timbre = TIMBRES[voice];
  const { midi, onset, offset, loudness = 1, vibrato = 0, from = midi, slide = 0 } = tone;
  const length = offset - onset + timbre.release;
  const first = Math.round(onset * sampleRate);
  const count = Math.min(sound.length - first, Math.round(length * sampleRate));
  const highest = Math.floor((0.45 * sampleRate) / hzOfMidi(Math.max(midi, from) + vibrato / 100));
  const partials = Math.max(1, Math.min(40, highest));
  const amplitudes = Array.from({ length: partials }, (_, i) => timbre.partial(i + 1, (i + 1) * hzOfMidi(midi)));
  const norm = Math.sqrt(amplitudes.reduce((sum, a) => sum + a * a, 0));
  let phase = 0;
  for (let i = 0; i < count; i++) {
    const t = i / sampleRate;
    const slid = slide > 0 && t < slide ? from + (midi - from) * (t / slide) : midi;
    // A singer's vibrato starts after the tone does.
    const swing = vibrato * Math.min(1, t / 0.2) * Math.sin(2 * Math.PI * VIBRATO_HZ * t);
    phase += (2 * Math.PI * hzOfMidi(slid + swing / 100)) / sampleRate;
    const held = offset - onset - t;
    const envelope = Math.min(1, t / timbre.attack) * (held >= 0 ? 1 : Math.max(0, 1 + held / timbre.release)) * (timbre.decay > 0 ? Math.exp(-t / timbre.decay) : 1);
    let x = 0;
    for (let n = 0; n < partials; n++) if (amplitudes[n]! > 0.003) x += amplitudes[n]! * Math.sin((n + 1) * phase);
    sound[first + i]! += (0.3 * loudness * envelope * x) / norm;
  }
}

/** Tones of one voice as a sound of `seconds`. */
export function render(voice: Voice, tones: readonly Tone[], seconds: number, sampleRate: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * sampleRate));
  for (const tone of tones) addTone(sound, sampleRate, voice, tone);
  return sound;
}

/** Tones one after the other from `start` on, each `seconds` long, `gap` apart. */
export function sequence(midis: readonly number[], seconds: number, gap: number, start = 0.2): Tone[] {
  return midis.map((midi, i) => ({ midi, onset: start + i * (seconds + gap), offset: start + i * (seconds + gap) + seconds }));
}

const power = (sound: Float32Array): number => sound.reduce((sum, x) => sum + x * x, 0) / Math.max(1, sound.length);

/** Gaussian noise (Box & Muller 1958). */
export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** White or pink noise (Kellet's filter of white noise) of the given length and mean square. */
export function noise(length: number, colour: 'white' | 'pink', meanSquare: number, random: Random): Float32Array {
  const sound = new Float32Array(length);
  let slow = 0;
  let middle = 0;
  let fast = 0;
  for (let i = 0; i < length; i++) {
    const white = gaussian(random);
    slow = 0.99765 * slow + white * 0.099046;
    middle = 0.963 * middle + white * 0.2965164;
    fast = 0.57 * fast + white * 1.0526913;
    sound[i] = colour === 'white' ? white : slow + middle + fast + white * 0.1848;
  }
  const gain = Math.sqrt(meanSquare / power(sound));
  return sound.map((x) => gain * x);
}

/** The sound with noise `snr` dB below it. */
export function withNoise(sound: Float32Array, colour: 'white' | 'pink', snr: number, random: Random): Float32Array {
  const added = noise(sound.length, colour, power(sound) / 10 ** (snr / 10), random);
  return sound.map((x, i) => x + added[i]!);
}

/** The sound in a room: some early echoes and a tail that falls by 60 dB in `seconds` (Moorer 1979, sparse). */
export function inRoom(sound: Float32Array, sampleRate: number, seconds: number, random: Random): Float32Array {
  const echoes = Array.from({ length: 160 }, () => {
    const at = seconds * random() ** 1.5;
    return { delay: Math.round((0.003 + at) * sampleRate), gain: (random() < 0.5 ? -1 : 1) * 0.12 * 10 ** ((-3 * at) / seconds) };
  });
  const wet = Float32Array.from(sound);
  for (const { delay, gain } of echoes) for (let i = delay; i < sound.length; i++) wet[i]! += gain * sound[i - delay]!;
  return wet;
}

/** A drum loop without pitch: noise bursts and a falling thump. */
export function drums(seconds: number, sampleRate: number, random: Random): Float32Array {
  const sound = new Float32Array(Math.round(seconds * sampleRate));
  for (let beat = 0; beat * 0.25 < seconds; beat++) {
    const first = Math.round(beat * 0.25 * sampleRate);
    const kick = beat % 2 === 0;
    for (let i = 0; first + i < sound.length && i < 0.2 * sampleRate; i++) {
      const t = i / sampleRate;
      const thump = kick ? Math.sin(2 * Math.PI * (50 * t + 4 * (1 - Math.exp(-t / 0.03)))) * Math.exp(-t / 0.05) : 0;
      sound[first + i]! += 0.5 * thump + 0.2 * gaussian(random) * Math.exp(-t / (kick ? 0.01 : 0.04));
    }
  }
  return sound;
}
