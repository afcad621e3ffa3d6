import type { WrittenNote, WrittenTrack } from '#features/instruments/audio/midi/file/midiWriter.ts';
import { between, pick, seededRandom, type Random } from '#core/values/random.ts';
import { inRoom, withNoise } from '#tests/fixtures/synthesis.ts';
import { playedByFluidsynth } from '../../fluidsynth.ts';
import { band, strummed, twoHands } from './scores.ts';
import type { Part } from '../scores.ts';
import { PROGRAMS, SECONDS, type LabelledSound } from '../sounds.ts';

/** Dense sounds of several voices with their notes, to train the judge of chords on: sampled instruments in rooms. */

/** Hz: enough for all that the polyphonic transcriber sees. */
const RATE = 24_000;
const PIANOS = [0, 0, 0, 1, 2, 3, 4, 5];
const GUITARS = [24, 24, 25, 25, 26, 27];
const CHORDS = [0, 4, 19, 24, 25, 26, 27, 48, 49, 50, 52, 61, 88, 89];
const BASSES = [32, 33, 34, 35, 38, 43];
const DRUMS = [36, 42, 38, 42, 36, 46];

/** A dense sound of a kind: a piano for two hands, a strummed guitar, or a band. */
export function denseSound(
  folder: string,
  font: string,
  kind: 'piano' | 'guitar' | 'band',
  random: Random,
): LabelledSound {
  const parts: Part[] =
    kind === 'piano'
      ? [{ tones: twoHands(SECONDS, random), gain: 1 }]
      : kind === 'guitar'
        ? [{ tones: strummed(SECONDS, random), gain: 1 }]
        : band(SECONDS, random);
  const programs =
    kind === 'piano'
      ? [pick(PIANOS, random)]
      : kind === 'guitar'
        ? [pick(GUITARS, random)]
        : [pick(PROGRAMS, random), pick(CHORDS, random), pick(BASSES, random)];
  const softest = between(0.1, 0.35, random);
  const tracks = parts.map(({ tones, gain }, channel): WrittenTrack => ({
    name: `Part ${channel + 1}`,
    channel,
    program: programs[channel]!,
    notes: tones.map(({ midi, onset, offset, loudness = 0.8 }) => ({
      midi,
      onset,
      offset,
      velocity: softest + (0.95 - softest) * gain * loudness,
    })),
  }));
  if (kind === 'band' && random() < 0.7) tracks.push({ name: 'Drums', channel: 9, notes: drumming(random) });
  const dry = playedByFluidsynth(folder, font, tracks, RATE, random() < 0.3).slice(0, SECONDS * RATE);
  return {
    pcm: recorded(dry, random),
    sampleRate: RATE,
    tones: parts.flatMap(({ tones }) => tones).sort((a, b) => a.onset - b.onset),
  };
}

function drumming(random: Random): WrittenNote[] {
  const step = between(0.12, 0.3, random);
  const loud = between(0.3, 0.9, random);
  return Array.from({ length: Math.floor((SECONDS - 0.8) / step) }, (_, i) => {
    const onset = 0.3 + i * step;
    return { midi: DRUMS[i % DRUMS.length]!, onset, offset: onset + 0.1, velocity: loud * between(0.7, 1, random) };
  }).filter(() => random() < 0.85);
}

/** As a sound is recorded: strings out of tune with one another, a room, a microphone's band, noise. */
function recorded(dry: Float32Array, random: Random): Float32Array {
  let sound = dry;
  const seed = String(random());
  if (random() < 0.3) sound = detuned(sound, between(1, 6, random), between(0.3, 0.9, random));
  if (random() < 0.5) sound = inRoom(sound, RATE, between(0.3, 1.3, random), seededRandom(seed));
  if (random() < 0.5) sound = tilted(sound, between(-0.85, 0.85, random));
  if (random() < 0.4) sound = withNoise(sound, 'pink', between(20, 40, random), seededRandom(seed));
  return sound;
}

/** Adds a copy that is `cents` higher in the mean and swings slowly around it, as strings of one key do. */
function detuned(sound: Float32Array, cents: number, gain: number): Float32Array {
  // A delay that shrinks and grows: its slope is the change of pitch, and it returns every two seconds.
  const depth = (cents / 1200) * Math.LN2 * RATE * (2 / Math.PI);
  return sound.map((value, i) => {
    const at = i - depth * (1 + Math.sin((Math.PI * i) / RATE));
    const whole = Math.floor(at);
    const part = at - whole;
    return value + gain * ((1 - part) * (sound[whole] ?? 0) + part * (sound[whole + 1] ?? 0));
  });
}

/** A tilt of the spectrum: a one-pole low pass for positive amounts, its counterpart for negative ones. */
function tilted(sound: Float32Array, amount: number): Float32Array {
  let low = 0;
  return sound.map((value) => {
    low += 0.15 * (value - low);
    return amount > 0 ? (1 - amount) * value + amount * low : value + 0.9 * amount * low;
  });
}
