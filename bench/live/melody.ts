import { writeFileSync } from 'node:fs';
import { wavFile } from '../../src/audio/wavFile.ts';
import { midiName } from '../../src/domain/pitch.ts';
import { between, seededRandom } from '../../src/domain/random.ts';
import { render, type Tone } from '../accuracy/sounds.ts';

/** What the fake microphone sings: no note like the one before it, and gaps that tell where in the loop one is. */

const RATE = 48_000;
const NOTES = 20;
const SCALE = [52, 54, 55, 57, 59, 60, 62, 64, 66, 67, 69, 71];

export interface LiveMelody {
  /** Names and onsets, s from the beginning of the file. */
  notes: { name: string; onset: number }[];
  seconds: number;
}

/** Writes the WAVE file; the same every time. */
export function writeMelody(path: string): LiveMelody {
  const random = seededRandom('live');
  const tones: Tone[] = [];
  let at = 5;
  // The recording needs a moment to open, and the microphone plays from the start of the file at once.
  let onset = 1.2;
  for (let i = 0; i < NOTES; i++) {
    const offset = onset + between(0.3, 0.55, random);
    tones.push({ midi: SCALE[at]!, onset, offset, vibrato: 25 });
    onset = offset + between(0.15, 0.35, random);
    const step = Math.floor(between(1, 5, random));
    at = random() < 0.5 ? (at + step) % SCALE.length : (at - step + SCALE.length) % SCALE.length;
  }
  const sound = render('sung', tones, onset + 0.3, RATE);
  const peak = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  writeFileSync(path, wavFile([sound.map((x) => (0.5 * x) / peak)], RATE));
  return { notes: tones.map(({ midi, onset }) => ({ name: midiName(midi), onset })), seconds: sound.length / RATE };
}
