/**
 * `npx tsx bench/judge/trainBeside.ts`: trains the judges of what sounds beside the music (workers/ear/analysis/beside/besideJudge.ts), one
 * for the notes of each transcriber, and writes their weights. The sounds are made here (company.ts), with the sound fonts named in
 * `--fonts FILE,FILE`. `--apart` keeps every sixth sound apart, scores it, and writes nothing. `--epochs 25` is the default.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { seededRandom } from '../../src/core/values/random.ts';
import { StreamAnalyzer } from '../../workers/ear/analysis/analyzer.ts';
import { BESIDE_EVIDENCE_LENGTH, besideEvidence } from '../../workers/ear/analysis/beside/besideEvidence.ts';
import { createKernels } from '../../workers/ear/analysis/dsp/kernels/index.ts';
import { mergeSkippedSpans } from '../../workers/ear/analysis/polyphony/mergeSkippedSpans.ts';
import type { NoteEvent } from '../../workers/ear/analysis/types.ts';
import { TRAINERS } from '../benches.ts';
import { commandLine } from '../options.ts';
import { COMPANY, soundInCompany } from './company.ts';
import { fit, sourceOf, type Example, type Trained } from './network.ts';
import { heardInParts } from './parts.ts';
import type { LabelledSound } from './sounds.ts';
import '../kernels.ts';

const HIDDEN = 10;
const WEIGHTS = resolve(import.meta.dirname, '../../workers/ear/analysis/beside/besideJudge.weights.ts');
const { epochs, fonts, apart: isTrial } = commandLine(TRAINERS.beside);
/** A note is right at this distance from a tone, semitones; one that slides, or is slid to, may be further away. */
const NEAR = 0.6;
const SLIDING = 1.2;
/** A note that is near to a tone or to a partial of it is a mistake of another kind, and teaches nothing. */
const DOUBTFUL = 3;
const PARTIALS = [12, -12, 19, 24, 28, 31, -19, -24];

interface Heard {
  one: Example[];
  several: Example[];
}

/** Whether a note is one of the tones; null in doubt. */
function isTone({ midi, cents, onset, offset }: NoteEvent, tones: LabelledSound['tones']): boolean | null {
  const pitch = midi + cents / 100;
  let same = 0;
  let doubtful = 0;
  for (const tone of tones) {
    const shared = Math.min(offset, tone.offset + 0.1) - Math.max(onset, tone.onset - 0.03);
    if (shared <= 0) continue;
    const interval = pitch - tone.midi;
    if (Math.abs(interval) < ((tone.slide ?? 0) > 0 ? SLIDING : NEAR)) same += shared;
    else if (Math.abs(interval) < DOUBTFUL || PARTIALS.some((partial) => Math.abs(interval - partial) < 0.5))
      doubtful += shared;
  }
  if (same >= 0.5 * (offset - onset)) return true;
  return same > 0.2 * (offset - onset) || doubtful > 0.3 * (offset - onset) ? null : false;
}

function hear({ pcm, sampleRate, tones, several }: LabelledSound & { several: boolean }): Heard {
  const analyzer = new StreamAnalyzer(sampleRate, createKernels());
  analyzer.push(pcm);
  const { polyphonic, monophonic, track } = analyzer.transcribe();
  const examples = (notes: readonly NoteEvent[]): Example[] =>
    besideEvidence(notes, track).flatMap((values, i) => {
      const isRight = isTone(notes[i]!, tones);
      return isRight === null ? [] : [{ values, isRight }];
    });
  return {
    one: several ? [] : examples(monophonic.notes),
    several: examples(mergeSkippedSpans(polyphonic, monophonic.notes)),
  };
}

const all = await heardInParts(import.meta.filename, COMPANY, (i, folder): Heard =>
  hear(soundInCompany(i, folder, fonts)),
);
const training = isTrial ? all.filter((_, i) => i % 6 !== 0) : all;
const apart = all.filter((_, i) => i % 6 === 0);

function trained(examplesOf: (heard: Heard) => Example[]): Trained {
  const network = fit(training.flatMap(examplesOf), BESIDE_EVIDENCE_LENGTH, HIDDEN, epochs, seededRandom('beside'));
  for (const limit of isTrial ? [0.1, 0.2, 0.3, 0.5] : []) {
    const share = (isRight: boolean): string => {
      const notes = apart.flatMap(examplesOf).filter((one) => one.isRight === isRight);
      return `${notes.filter(({ values }) => network.judge(values) < limit).length} of ${notes.length}`;
    };
    console.log(`  below ${limit}: ${share(false)} beside the music, ${share(true)} of the music`);
  }
  return network;
}

const one = trained((heard) => heard.one);
const several = trained((heard) => heard.several);
if (!isTrial)
  writeFileSync(WEIGHTS, sourceOf('trainBeside.ts', { ONE_VOICE: one.weights, SEVERAL_VOICES: several.weights }));
