/**
 * `npx tsx bench/judge/trainVerdict.ts`: trains the judge of a whole sound (workers/ear/analysis/verdict/verdict.ts) and writes its
 * weights: which transcriber hears its notes better. The sounds are made here (wholeSounds.ts),
 * with the sound fonts named in `--fonts FILE,FILE`; every fifth one is kept apart and scored. `--sounds 1300` and `--epochs 60` are the
 * defaults.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { seededRandom } from '../../src/core/values/random.ts';
import { StreamAnalyzer } from '../../workers/ear/analysis/analyzer.ts';
import { hasSeveralVoices } from '../../workers/ear/analysis/verdict/voices.ts';
import { createKernels } from '../../workers/ear/analysis/dsp/kernels/index.ts';
import { mergeSkippedSpans } from '../../workers/ear/analysis/polyphony/mergeSkippedSpans.ts';
import type { NoteEvent } from '../../workers/ear/analysis/types.ts';
import { SOUND_EVIDENCE_LENGTH, soundEvidence } from '../../workers/ear/analysis/verdict/soundEvidence.ts';
import { matched } from '../accuracy/metrics.ts';
import { TRAINERS } from '../benches.ts';
import { commandLine } from '../options.ts';
import { fit, sourceOf } from './network.ts';
import { heardInParts } from './parts.ts';
import type { LabelledSound } from './sounds.ts';
import { wholeSound } from './wholeSounds.ts';
import '../kernels.ts';

const HIDDEN = 16;
const WEIGHTS = resolve(import.meta.dirname, '../../workers/ear/analysis/verdict/verdict.weights.ts');
const { sounds: count, epochs, fonts } = commandLine(TRAINERS.verdict);
/** Two transcriptions are as good as one another where their note F1 differs by less. */
const NEAR = 0.05;

interface Heard {
  evidence: Float64Array;
  hasNotes: boolean;
  /** Note F1 of the monophonic and of the polyphonic transcriber. */
  one: number;
  several: number;
  /** What the rules say (voices.ts). */
  ruleSeveral: boolean;
}

const f1 = (tones: LabelledSound['tones'], notes: readonly NoteEvent[]): number =>
  tones.length + notes.length === 0
    ? 1
    : (2 *
        matched(
          tones,
          notes.map(({ midi, cents, onset, offset, confidence }) => ({
            midi: midi + cents / 100,
            onset,
            offset,
            confidence,
          })),
        )) /
      (tones.length + notes.length);

function hear({ pcm, sampleRate, tones }: LabelledSound): Heard {
  const analyzer = new StreamAnalyzer(sampleRate, createKernels());
  analyzer.push(pcm);
  const whole = analyzer.transcribe();
  const { polyphonic, monophonic, track } = whole;
  const ruleSeveral = hasSeveralVoices(polyphonic.polyphony, polyphonic.plausible, track);
  return {
    evidence: soundEvidence(whole),
    hasNotes: tones.length > 0,
    one: f1(tones, monophonic.notes),
    several: f1(tones, mergeSkippedSpans(polyphonic, monophonic.notes)),
    ruleSeveral,
  };
}

const all = await heardInParts(import.meta.filename, count, (i, folder): Heard =>
  hear(wholeSound(i, folder, fonts, seededRandom(`whole ${i}`))),
);
const training = all.filter((_, i) => i % 5 !== 0);
const apart = all.filter((_, i) => i % 5 === 0);
/** In notes of no music neither transcriber is right. */
const telling = (set: readonly Heard[]): Heard[] =>
  set.filter(({ hasNotes, one, several }) => hasNotes && Math.abs(one - several) >= NEAR);
const voices = fit(
  telling(training).map(({ evidence, one, several }) => ({ values: evidence, isRight: several > one })),
  SOUND_EVIDENCE_LENGTH,
  HIDDEN,
  epochs,
  seededRandom('voices'),
);
for (const [name, set] of [
  ['trained on', training],
  ['kept apart', apart],
] as const) {
  const share = (of: readonly Heard[], isRight: (one: Heard) => boolean): string =>
    `${((100 * of.filter(isRight).length) / of.length).toFixed(1)} % of ${of.length}`;
  console.log(name);
  console.log(`  rules: ${share(telling(set), ({ ruleSeveral, one, several }) => ruleSeveral === several > one)}`);
  for (const limit of [0.3, 0.5, 0.7])
    console.log(
      `  from ${limit}: ${share(telling(set), ({ evidence, one, several }) => voices.judge(evidence) >= limit === several > one)}`,
    );
}
writeFileSync(WEIGHTS, sourceOf('trainVerdict.ts', { SEVERAL_VOICES: voices.weights }));
