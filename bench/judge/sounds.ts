import { createRequire } from 'node:module';
import type { Midi as MidiFile } from '@tonejs/midi';
import { between, pick, seededRandom, type Random } from '../../src/domain/random.ts';
import { inRoom, render, withNoise, type Tone, type Voice } from '../../tests/fixtures/synthesis.ts';
import { playedByFluidsynth } from '../fluidsynth.ts';
import { randomScore, type Part } from './scores.ts';

/** Sounds of several voices with their notes, to train the judge of notes on: sampled instruments, and synthesis. */

const { Midi } = createRequire(import.meta.url)('@tonejs/midi') as { Midi: typeof MidiFile };

export interface LabelledSound {
  pcm: Float32Array;
  sampleRate: number;
  tones: Tone[];
}

const RATE = 44_100;
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
  const midi = new Midi();
  for (const [i, { tones, gain }] of parts.entries()) {
    const track = midi.addTrack();
    track.channel = i;
    track.instrument.number = pick(PROGRAMS, random);
    for (const { midi: key, onset, offset, loudness = 0.8 } of tones)
      track.addNote({ midi: key, time: onset, duration: offset - onset, velocity: 0.15 + 0.75 * gain * loudness });
  }
  if (random() < 0.25) {
    const drums = midi.addTrack();
    drums.channel = 9;
    const step = between(0.2, 0.4, random);
    for (let i = 0; 0.3 + i * step < SECONDS - 0.5; i++)
      drums.addNote({
        midi: DRUMS[i % DRUMS.length]!,
        time: 0.3 + i * step,
        duration: 0.1,
        velocity: between(0.3, 0.8, random),
      });
  }
  const pcm = playedByFluidsynth(folder, font, midi, RATE, random() >= 0.5);
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
  const seed = String(random());
  const damaged = pick(
    [
      (sound: Float32Array) => sound,
      (sound: Float32Array) => inRoom(sound, RATE, 0.5, seededRandom(seed)),
      (sound: Float32Array) => withNoise(sound, 'pink', 25, seededRandom(seed)),
    ],
    random,
  )(pcm);
  return { pcm: damaged, sampleRate: RATE, tones: tonesOf(parts) };
}

const tonesOf = (parts: readonly Part[]): Tone[] =>
  parts.flatMap(({ tones }) => tones).sort((a, b) => a.onset - b.onset);
