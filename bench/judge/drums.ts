import type { WrittenNote } from '../../src/features/instruments/audio/midi/file/midiWriter.ts';
import { between, pick, type Random } from '../../src/core/values/random.ts';
import { BEATS, percussion } from '../../tests/fixtures/percussion.ts';
import { playedByFluidsynth } from '../fluidsynth.ts';

/** Drums, by fluidsynth and by the tests' own synthesis. Times in s. */

const RATE = 44_100;

/** Drums of `seconds`: two thirds by fluidsynth. The folder takes its files. */
export function drums(folder: string, font: string, seconds: number, random: Random): Float32Array {
  if (random() < 0.65) return sampledDrums(folder, font, seconds, random);
  const beat = pick(Object.keys(BEATS) as (keyof typeof BEATS)[], random);
  return percussion(beat, seconds, RATE, between(60, 180, random), random);
}

/** A kit of General MIDI, other percussion, rolls. */
function sampledDrums(folder: string, font: string, seconds: number, random: Random): Float32Array {
  const isKit = random() < 0.6;
  const keys = isKit
    ? [35, 36, 38, 40, 42, 42, 44, 46, 41, 43, 45, 47, 48, 50, 49, 51].filter(() => random() < 0.6)
    : [37, 39, 54, 56, 58, 60, 61, 62, 63, 64, 65, 66, 69, 70, 75, 76, 77, 82].filter(() => random() < 0.25);
  if (keys.length === 0) keys.push(38);
  const step = random() < 0.15 ? between(0.04, 0.08, random) : between(0.1, 0.4, random);
  const density = between(0.4, 1.6, random);
  const notes: WrittenNote[] = [];
  const pattern = Array.from({ length: 16 }, () => keys.filter(() => random() < density / keys.length));
  for (let i = 0; 0.1 + i * step < seconds - 0.5; i++)
    for (const midi of pattern[i % 16]!) {
      const onset = 0.1 + i * step + between(0, 0.012, random);
      notes.push({ midi, onset, offset: onset + 0.1, velocity: between(0.3, 1, random) });
    }
  if (notes.length === 0) notes.push({ midi: 38, onset: 0.2, offset: 0.3, velocity: 1 });
  const tracks = [{ name: 'Drums', channel: 9, notes, program: pick([0, 0, 0, 8, 16, 24, 25, 32, 40], random) }];
  const sound = new Float32Array(Math.round(seconds * RATE));
  sound.set(playedByFluidsynth(folder, font, tracks, RATE, random() < 0.5).subarray(0, sound.length));
  return sound;
}
