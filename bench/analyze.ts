import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { accentReason, accentsOf } from '../src/domain/colour/accents.ts';
import { AXES, axisReason, characterOf, wordOf } from '../src/domain/colour/character.ts';
import { blendOf } from '../src/domain/colour/blend.ts';
import { proportionReason } from '../src/domain/colour/proportions.ts';
import { fragranceFromEssence } from '../src/domain/fragrance/fragrance.ts';
import { midiName, noteCodeOf } from '../src/domain/pitch/pitch.ts';
import type { Fragrance } from '../src/domain/fragrance/model.ts';
import { peaksOf, traceOf } from '../src/domain/fragrance/trace.ts';
import './kernels.ts';
import { analyze, withFallback, type Analysis } from '../workers/analysis/index.ts';
import { mixToMono } from '../workers/analysis/dsp/mix.ts';
import { decodeWav, WavError } from '../workers/analysis/dsp/wav.ts';

/**
 * The engine on the command line: `npm run --silent analyze -- FILE.wav [--json]` prints the analysis of a
 * WAVE file. Exit code 1 with one line on standard error when the file cannot be read.
 */

const USAGE = 'usage: npm run --silent analyze -- FILE.wav [--json]';

function fragranceText(fragrance: Fragrance): string {
  const tier = (notes: readonly string[]): string => notes.join(', ');
  return [
    `fragrance ${fragrance.name}`,
    `  top     ${tier(fragrance.topNotes)}`,
    `  middle  ${tier(fragrance.middleNotes)}`,
    `  base    ${tier(fragrance.baseNotes)}`,
    ...(fragrance.proportions ?? []).map(
      (each) => `  ${each.note.padEnd(3)} ${String(each.parts).padStart(3)} parts of 100: ${proportionReason(each)}`,
    ),
    `  ${fragrance.description}`,
  ].join('\n');
}

/** Character and accents, each with its reason; empty where nothing was voiced. */
function colourText({ colour, essence }: Analysis): string {
  if (colour === null) return '';
  const character = characterOf(colour);
  const axes = AXES.map((axis) => {
    const value = character.axes[axis];
    return `  ${axis.padEnd(10)} ${value.toFixed(2)} ${wordOf(axis, value).padEnd(9)} ${axisReason(axis, character)}`;
  });
  const accents = accentsOf(colour.overtones, essence).map((accent) => `  ${accentReason(accent)}`);
  return ['character', ...axes, 'accents', ...(accents.length > 0 ? accents : ['  none'])].join('\n');
}

function table(analysis: Analysis): string {
  const { duration, level, tuning, complexity, source, silent } = analysis;
  const lines = [
    `duration ${duration.toFixed(2)} s   peak ${level.peak.toFixed(1)} dBFS   rms ${level.rms.toFixed(1)} dBFS`,
    `source ${source}${silent ? ' (silence)' : ''}   tuning ${tuning.cents.toFixed(0)} cents (confidence ${tuning.confidence.toFixed(2)})   complexity ${complexity}`,
    `essence ${analysis.essence.join(' ') || '-'}`,
  ];
  if (analysis.notes.length > 0) lines.push('', 'note  cents    onset   offset  confidence  velocity');
  for (const note of analysis.notes) {
    lines.push(
      [
        midiName(note.midi).padEnd(4),
        note.cents.toFixed(0).padStart(6),
        note.onset.toFixed(3).padStart(8),
        note.offset.toFixed(3).padStart(8),
        note.confidence.toFixed(2).padStart(11),
        note.velocity.toFixed(2).padStart(9),
      ].join(' '),
    );
  }
  return lines.join('\n');
}

async function main(args: readonly string[]): Promise<void> {
  const json = args.includes('--json');
  const files = args.filter((argument) => !argument.startsWith('--'));
  const file = files[0];
  if (file === undefined || files.length > 1) throw new Error(USAGE);
  const bytes = new Uint8Array(await readFile(file));
  const { sampleRate, channels } = decodeWav(bytes);
  const pcm = mixToMono(channels);
  const analysis = withFallback(analyze(pcm, sampleRate), bytes);
  const { essence, source, duration, notes } = analysis;
  // Silence gives no fragrance (docs/decisions.md 2).
  const fragrance =
    essence.length === 0
      ? null
      : fragranceFromEssence({
          essence,
          source,
          now: new Date(),
          trace: traceOf({ duration, notes, peaks: peaksOf(pcm) }),
          blend: blendOf(
            essence,
            notes.map((note) => ({ ...note, note: noteCodeOf(note.midi) })),
            analysis.colour,
          ),
        });
  if (json) console.log(JSON.stringify({ file: basename(file), sampleRate, ...analysis, fragrance }));
  else
    console.log(
      [
        table(analysis),
        colourText(analysis),
        fragrance === null ? 'no fragrance: nothing was heard' : fragranceText(fragrance),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const code = error instanceof WavError ? `${error.code}: ` : '';
  console.error(code + (error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
