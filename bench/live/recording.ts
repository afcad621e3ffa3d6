import { writeFileSync } from 'node:fs';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { midiName } from '#analysis/values/pitch.ts';
import { seededRandom } from '#core/values/random.ts';
import { loopMelody } from '#tests/fixtures/melody.ts';
import { render, type Voice } from '#tests/fixtures/synthesis.ts';

/** The sound of the fake microphone in the bench of the live view. */

const SAMPLE_RATE = 48_000;
const NOTE_COUNT = 20;
/** Silence before the first note, s: the recording needs time to open, and the fake microphone starts at once. */
const LEADING_SILENCE_S = 1.2;

export interface LiveMelody {
  /** Names and onsets, s from the beginning of the file. */
  notes: { name: string; onset: number }[];
  seconds: number;
}

/** Writes the WAVE file with the melody in a voice of the synthesis; the same every time. */
export function writeMelody(path: string, voice: Voice): LiveMelody {
  const { tones, end } = loopMelody(NOTE_COUNT, LEADING_SILENCE_S, seededRandom('live'));
  const sound = render(voice, tones, end + 0.3, SAMPLE_RATE);
  const peak = sound.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  writeFileSync(path, wavFile([sound.map((x) => (0.5 * x) / peak)], SAMPLE_RATE));
  return {
    notes: tones.map(({ midi, onset }) => ({ name: midiName(midi), onset })),
    seconds: sound.length / SAMPLE_RATE,
  };
}
