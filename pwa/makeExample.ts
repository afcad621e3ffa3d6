/**
 * `npx tsx pwa/makeExample.ts`: makes the example of the home screen. A synthetic voice sings a tune written for this
 * project, and the engine's result is written to src/features/fragrance/domain/composition/exampleFragrance.ts.
 */
import { writeFileSync } from 'node:fs';
import '../bench/kernels.ts';
import { midiOf, type NoteCode } from '../workers/analysis/values/pitch.ts';
import { drawnPart, peaksOf } from '../src/features/fragrance/domain/composition/trace.ts';
import { fragranceOfAnalysis } from '../src/features/fragrance/domain/timbre/analysisFragrance.ts';
import { render, type Tone } from '../tests/fixtures/synthesis.ts';
import { analyze } from '../workers/analysis/analyze.ts';

const SAMPLE_RATE = 48_000;
const OUTPUT_FILE = new URL('../src/features/fragrance/domain/composition/exampleFragrance.ts', import.meta.url);

/** The tune: notes with their lengths, s. */
const TUNE_NOTES = 'A#3:0.5 F4:0.5 D5:0.9 C5:0.4 A#4:0.4 F5:0.8 D5:1.0'.split(' ');

let nextOnset = 0.1;
const tones: Tone[] = TUNE_NOTES.map((part) => {
  const [note, length] = part.split(':') as [string, string];
  const onset = nextOnset;
  nextOnset += Number(length) + 0.06;
  return {
    midi: midiOf(note as NoteCode),
    onset,
    offset: nextOnset - 0.06,
    vibrato: Number(length) > 0.6 ? 28 : 12,
    loudness: 0.5 + 0.1 * (note.charCodeAt(0) % 5),
  };
});
const sound = render('sung', tones, nextOnset + 0.3, SAMPLE_RATE) as Float32Array<ArrayBuffer>;
const exampleSound = fragranceOfAnalysis(analyze(sound, SAMPLE_RATE), peaksOf(sound), { now: new Date(0) });
const { name, musicEssence, intensity, complexity, persistence, accents, proportions, character, trace } = exampleSound;
const example = {
  name,
  musicEssence,
  intensity,
  complexity,
  persistence,
  accents: accents?.map((accent) => ({ ...accent })),
  proportions,
  character: character && { axes: character.axes },
  trace: trace && { ...drawnPart(trace), peaks: [] },
};
writeFileSync(
  OUTPUT_FILE,
  `import type { Drawable } from '../drawing/shapes.ts';

/**
 * The example of the home screen, made by \`npx tsx pwa/makeExample.ts\`: what the engine heard in a synthetic voice.
 */
export const EXAMPLE_FRAGRANCE: Drawable & { name: string } = ${JSON.stringify(example, null, 2)};
`,
);
console.log(
  name,
  musicEssence.join(' '),
  `${trace?.duration.toFixed(1)} s`,
  accents?.map(({ note }) => note),
);
