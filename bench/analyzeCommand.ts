import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { accentReason } from '../src/features/fragrance/domain/composition/noteReason.ts';
import { accentsOf } from '../src/features/fragrance/domain/timbre/accents.ts';
import { axisFinding } from '../src/features/fragrance/domain/words/findings.ts';
import { AXES, characterOf, wordOf } from '../src/features/fragrance/domain/timbre/character.ts';
import { proportionReason } from '../src/features/fragrance/domain/timbre/proportions.ts';
import { fragranceOfAnalysis } from '../src/features/fragrance/domain/timbre/analysisFragrance.ts';
import { midiName } from '../src/core/pitch/pitch.ts';
import type { Fragrance } from '../src/features/fragrance/domain/composition/model.ts';
import { peaksOf } from '../src/features/fragrance/domain/composition/trace.ts';
import './kernels.ts';
import { analyze, type Analysis } from '../workers/analysis/index.ts';
import { mixToMono } from '../workers/analysis/dsp/mix.ts';
import { PcmError, readPcm } from '../workers/pcm/index.ts';

/**
 * The engine on the command line: `npm run --silent analyze -- FILE.wav [--json]` prints the analysis of a file of samples.
 * Exit code 1 with one line on standard error when the file cannot be read, or what was asked for is not known.
 */

const USAGE = 'usage: npm run --silent analyze -- FILE.wav [--json]';
const HELP = `${USAGE}

Prints what the engine hears in a WAVE, RF64, Wave64, AIFF, CAF or AU file of samples, and the fragrance of it.

  --json  one line of JSON: the analysis (workers/analysis/types.ts), "file", "sampleRate" and "fragrance".
          "fragrance" is null where nothing was heard; "level.peak" and "level.rms" (dBFS) are null where no
          sample differs from zero.
  --help  prints this`;

function fragranceText(fragrance: Fragrance): string {
  const tier = (notes: readonly string[]): string => notes.join(', ');
  return [
    `fragrance ${fragrance.name}`,
    `  top     ${tier(fragrance.topNotes)}`,
    `  middle  ${tier(fragrance.middleNotes)}`,
    `  base    ${tier(fragrance.baseNotes)}`,
    ...(fragrance.proportions ?? []).map(
      (each, _, all) =>
        `  ${each.note.padEnd(3)} ${String(each.parts).padStart(3)} parts of 100: ${proportionReason(each, all)}`,
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
    return `  ${axis.padEnd(10)} ${value.toFixed(2)} ${wordOf(axis, value).padEnd(9)} ${axisFinding(axis, character)}`;
  });
  const accents = accentsOf(colour.overtones, essence).map((accent) => `  ${accentReason(accent)}`);
  return ['character', ...axes, 'accents', ...(accents.length > 0 ? accents : ['  none'])].join('\n');
}

/** A number with so many decimals; never "-0". */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** A level in words where there is none. */
const levelText = (dbfs: number): string =>
  Number.isFinite(dbfs) ? `${fixed(dbfs, 1)} dBFS` : 'none (digital silence)';

function table(analysis: Analysis): string {
  const { duration, level, tuning, complexity, source, silent } = analysis;
  const lines = [
    `duration ${duration.toFixed(2)} s   peak ${levelText(level.peak)}   rms ${levelText(level.rms)}`,
    `source ${source}${silent ? ' (silence)' : ''}   tuning ${fixed(tuning.cents, 0)} cents (confidence ${tuning.confidence.toFixed(2)})   complexity ${complexity}`,
    `essence ${analysis.essence.join(' ') || '-'}`,
  ];
  if (analysis.notes.length > 0) lines.push('', 'note  cents    onset   offset  confidence  velocity');
  for (const note of analysis.notes) {
    lines.push(
      [
        midiName(note.midi).padEnd(4),
        fixed(note.cents, 0).padStart(6),
        note.onset.toFixed(3).padStart(8),
        note.offset.toFixed(3).padStart(8),
        note.confidence.toFixed(2).padStart(11),
        note.velocity.toFixed(2).padStart(9),
      ].join(' '),
    );
  }
  return lines.join('\n');
}

async function outputOf(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true) return HELP;
  const json = values.json === true;
  const [file, another] = positionals;
  if (file === undefined || another !== undefined) throw new Error(USAGE);
  const bytes = new Uint8Array(await readFile(file));
  const { sampleRate, channels } = readPcm(bytes);
  const pcm = mixToMono(channels);
  const analysis = analyze(pcm, sampleRate);
  // Silence gives no fragrance (docs/decisions.md 4).
  const fragrance =
    analysis.essence.length === 0 ? null : fragranceOfAnalysis(analysis, peaksOf(pcm), { now: new Date() });
  if (json) return JSON.stringify({ file: basename(file), sampleRate, ...analysis, fragrance });
  return [
    table(analysis),
    colourText(analysis),
    fragrance === null ? 'no fragrance: nothing was heard' : fragranceText(fragrance),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What a run of the command prints, and its exit code: 1 with one line for standard error. */
export async function analyzeCommand(args: readonly string[]): Promise<{ out?: string; error?: string; code: 0 | 1 }> {
  try {
    return { out: await outputOf(args), code: 0 };
  } catch (error) {
    const code = error instanceof PcmError ? `${error.code}: ` : '';
    const message = error instanceof Error ? error.message : String(error);
    // What Node says of an unknown flag goes on with advice that does not fit here.
    const unknown = /^Unknown option '[^']*'|^Option '[^']*'/.exec(message)?.[0];
    return { error: unknown === undefined ? `${code}${message}` : `${unknown} (${USAGE})`, code: 1 };
  }
}
