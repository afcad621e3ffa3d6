import type { WrittenNote, WrittenTrack } from '../../src/features/instruments/audio/midi/file/midiWriter.ts';
import { hzOfMidi } from '../../workers/ear/values/pitch.ts';
import { between, pick, seededRandom, type Random } from '../../src/core/values/random.ts';
import { inRoom, over, render, withNoise, type Tone, type Voice } from '../../tests/fixtures/synthesis.ts';
import { playedByFluidsynth } from '../fluidsynth.ts';
import { randomScore, type Part } from './scores.ts';

/** Sounds of several voices with their notes, to train the judge of notes on: sampled instruments, and synthesis. */

export interface LabelledSound {
  pcm: Float32Array;
  sampleRate: number;
  tones: Tone[];
}

const RATE = 44_100;
/** Rate of sounds of random timbres, Hz: enough for all that the polyphonic transcriber sees of their partials. */
const LOW_RATE = 24_000;
const PARTIALS = 12;
export const SECONDS = 16;

/** General MIDI programs, from 0, that sound at the pitch of their keys. */
export const PROGRAMS = [
  0, 1, 2, 4, 5, 6, 7, 11, 12, 19, 20, 21, 22, 24, 25, 26, 27, 28, 32, 33, 40, 41, 42, 43, 44, 45, 46, 48, 49, 50, 52,
  53, 54, 56, 57, 58, 59, 60, 61, 64, 65, 66, 68, 69, 70, 71, 72, 73, 74, 75, 79, 80, 81,
];
const VOICES: readonly Voice[] = ['saw', 'pluck', 'flute', 'reed', 'sung', 'hum'];
/** General MIDI drums: bass drum, snare, closed hi-hat. */
const DRUMS = [36, 42, 38, 42];

/** A sound of fluidsynth: two instruments at most, in a quarter of the cases with drums, in half with a room. */
export function sampledSound(folder: string, font: string, random: Random): LabelledSound {
  const parts = randomScore(SECONDS, random);
  const tracks = parts.map(({ tones, gain }, channel): WrittenTrack => ({
    name: `Part ${channel + 1}`,
    channel,
    program: pick(PROGRAMS, random),
    notes: tones.map(({ midi, onset, offset, loudness = 0.8 }) => ({
      midi,
      onset,
      offset,
      velocity: 0.15 + 0.75 * gain * loudness,
    })),
  }));
  if (random() < 0.25) {
    const notes: WrittenNote[] = [];
    const step = between(0.2, 0.4, random);
    for (let i = 0; 0.3 + i * step < SECONDS - 0.5; i++) {
      const onset = 0.3 + i * step;
      notes.push({ midi: DRUMS[i % DRUMS.length]!, onset, offset: onset + 0.1, velocity: between(0.3, 0.8, random) });
    }
    tracks.push({ name: 'Drums', channel: 9, notes });
  }
  const pcm = playedByFluidsynth(folder, font, tracks, RATE, random() >= 0.5);
  return { pcm: pcm.slice(0, SECONDS * RATE), sampleRate: RATE, tones: tonesOf(parts) };
}

/** A sound of the tests' own synthesis. */
export function synthesisedSound(random: Random): LabelledSound {
  const parts = randomScore(SECONDS, random);
  const pcm = new Float32Array(SECONDS * RATE);
  for (const { tones, gain } of parts) {
    const sound = render(pick(VOICES, random), tones, SECONDS, RATE);
    for (let i = 0; i < pcm.length; i++) pcm[i]! += (gain * (sound[i] ?? 0)) / parts.length;
  }
  return { pcm: damaged(pcm, RATE, random), sampleRate: RATE, tones: tonesOf(parts) };
}

/**
 * A sound of timbres that no instrument has: where the partials of two notes coincide, only how they go together tells an octave
 * from a strong partial, whatever the timbre.
 */
export function randomTimbreSound(random: Random): LabelledSound {
  const parts = randomScore(SECONDS, random);
  const pcm = new Float32Array(SECONDS * LOW_RATE);
  const isEven = random() < 0.5;
  for (const { tones, gain } of parts) {
    const timbre = randomTimbre(random);
    for (const tone of tones)
      addRandomTimbre(pcm, timbre, { ...tone, loudness: isEven ? gain : gain * (tone.loudness ?? 1) });
  }
  return { pcm: damaged(pcm, LOW_RATE, random), sampleRate: LOW_RATE, tones: tonesOf(parts) };
}

/** As a sound may come: by itself, in a room, in noise. */
function damaged(pcm: Float32Array, rate: number, random: Random): Float32Array {
  const seed = String(random());
  const damage = pick(
    [
      (sound: Float32Array) => sound,
      (sound: Float32Array) => inRoom(sound, rate, 0.5, seededRandom(seed)),
      (sound: Float32Array) => withNoise(sound, 'pink', 25, seededRandom(seed)),
    ],
    random,
  );
  return damage(pcm);
}

interface RandomTimbre {
  amplitudes: readonly number[];
  /** Partial h lies at h f0 sqrt(1 + inharmonicity h^2). */
  inharmonicity: number;
  /** s; the release is exponential. */
  attack: number;
  release: number;
  /** How fast the first partial decays, and how much faster each further one, 1/s. */
  decay: number;
  decayPerPartial: number;
  /** Half the width of the vibrato, cents, and its rate, Hz. */
  vibrato: number;
  vibratoHz: number;
}

function randomTimbre(random: Random): RandomTimbre {
  const slope = between(0.6, 2, random);
  const even = random() < 0.3 ? between(0.1, 1, random) : 1;
  const ripple = random() < 0.5 ? between(0, 6, random) : 0;
  const isHeld = random() < 0.4;
  return {
    amplitudes: Array.from(
      { length: PARTIALS },
      (_, i) => (i % 2 === 1 ? even : 1) * (i + 1) ** -slope * 10 ** ((ripple * (2 * random() - 1)) / 20),
    ),
    inharmonicity: random() < 0.5 ? 0 : between(0, 4e-4, random),
    attack: between(0.003, 0.05, random),
    release: between(0.02, 0.1, random),
    decay: isHeld ? 0 : between(0.3, 2, random),
    decayPerPartial: isHeld ? 0 : between(0, 0.5, random),
    vibrato: isHeld && random() < 0.7 ? between(5, 60, random) : 0,
    vibratoHz: between(4.5, 7, random),
  };
}

function addRandomTimbre(pcm: Float32Array, timbre: RandomTimbre, { midi, onset, offset, loudness = 1 }: Tone): void {
  const { amplitudes, inharmonicity, attack, release, decay, decayPerPartial, vibrato, vibratoHz } = timbre;
  const from = Math.round(onset * LOW_RATE);
  const length = Math.min(pcm.length, Math.round((offset + 5 * release) * LOW_RATE)) - from;
  const f0 = hzOfMidi(midi);
  /** Phase of the first partial. */
  const phases = new Float64Array(length);
  for (let i = 1; i < length; i++) {
    const swing = vibrato === 0 ? 0 : (vibrato / 1200) * Math.sin((2 * Math.PI * vibratoHz * i) / LOW_RATE);
    phases[i] = phases[i - 1]! + (2 * Math.PI * f0 * 2 ** swing) / LOW_RATE;
  }
  for (const [n, amplitude] of amplitudes.entries()) {
    const h = n + 1;
    const ratio = h * Math.sqrt(1 + inharmonicity * h * h);
    if (ratio * f0 > 0.45 * LOW_RATE) break;
    const fall = decay + decayPerPartial * n;
    for (let i = 0; i < length; i++) {
      const time = i / LOW_RATE;
      const ended = Math.max(0, onset + time - offset);
      const envelope = Math.min(1, time / attack) * Math.exp(-fall * time - ended / release);
      pcm[from + i]! += 0.1 * loudness * amplitude * envelope * Math.sin(ratio * phases[i]! + h * h);
    }
  }
}

const tonesOf = (parts: readonly Part[]): Tone[] =>
  parts.flatMap(({ tones }) => tones).sort((a, b) => a.onset - b.onset);

/** The sound `decibels` above another, which is repeated where it is shorter. */
export function amid(
  sound: LabelledSound,
  other: Pick<LabelledSound, 'pcm' | 'sampleRate'>,
  decibels: number,
): LabelledSound {
  const rate = other.sampleRate / sound.sampleRate;
  const background = Float32Array.from(sound.pcm, (_, i) => other.pcm[Math.floor(i * rate) % other.pcm.length]!);
  return { ...sound, pcm: over(sound.pcm, background, decibels) };
}
