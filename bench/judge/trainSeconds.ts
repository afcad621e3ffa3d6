/**
 * `npx tsx bench/judge/trainSeconds.ts`: trains the judge of a second (workers/ear/analysis/verdict/seconds.ts) and writes its weights:
 * whether one voice sounds there or several, that is, as which the sound is heard better. Half of the sounds come from wholeSounds.ts, half
 * from company.ts, every fourth of these a melody in a long room or over loud talk. They are made with the sound fonts named in
 * `--fonts FILE,FILE`; every fifth one is kept apart and scored. `--sounds 1700` and `--epochs 30` are the defaults.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { seededRandom } from '../../src/core/values/random.ts';
import { StreamAnalyzer } from '../../workers/ear/analysis/analyzer.ts';
import { createKernels } from '../../workers/ear/analysis/dsp/kernels/index.ts';
import { heardNotes } from '../../workers/ear/analysis/heardNotes.ts';
import { densityOf } from '../../workers/ear/analysis/polyphony/notes/density.ts';
import type { NoteEvent } from '../../workers/ear/analysis/types.ts';
import { EVIDENCE_LENGTH, evidenceOf, type Evidence } from '../../workers/ear/analysis/verdict/evidence.ts';
import { DENSE } from '../../workers/ear/analysis/verdict/parameters.ts';
import { likelyPath, oddsOf } from '../../workers/ear/analysis/verdict/seconds.ts';
import { matched } from '../accuracy/metrics.ts';
import { TRAINERS } from '../benches.ts';
import { commandLine } from '../options.ts';
import { COMPANY, melodyAmid, soundInCompany } from './company.ts';
import { fit, sourceOf } from './network.ts';
import { heardInParts } from './parts.ts';
import type { LabelledSound } from './sounds.ts';
import { wholeSound } from './wholeSounds.ts';
import '../kernels.ts';

const HIDDEN = 16;
const WEIGHTS = resolve(import.meta.dirname, '../../workers/ear/analysis/verdict/seconds.weights.ts');
const { sounds: count, epochs, fonts } = commandLine(TRAINERS.seconds);
/** Two results are as good as one another where their note F1 differs by less. */
const NEAR = 0.05;

interface Heard {
  /** What is found in each stretch. */
  stretches: Evidence[];
  /** Whether what is very low in it is one voice. */
  isDeepOneVoice: boolean;
  /** Whether the sound is heard better as several voices; null where both ways hear it as well. */
  several: boolean | null;
  /** Note F1 of the sound as one voice and as several; null of a sound without notes. */
  f1: { one: number; several: number } | null;
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

/** A sound with what it has by its making: null where only the transcribers can tell. */
function soundOf(i: number, folder: string): LabelledSound & { several: boolean | null } {
  if (i % 8 === 7) return { ...melodyAmid(i, folder, fonts), several: false };
  if (i % 4 >= 2) return soundInCompany((37 * i) % COMPANY, folder, fonts);
  const sound = wholeSound(i, folder, fonts, seededRandom(`whole ${i}`));
  return { ...sound, several: null };
}

function hear(i: number, folder: string): Heard {
  const { pcm, sampleRate, tones, several: made } = soundOf(i, folder);
  const analyzer = new StreamAnalyzer(sampleRate, createKernels());
  analyzer.push(pcm);
  const whole = analyzer.transcribe();
  const stretches = evidenceOf(whole);
  const isDense = densityOf(whole.polyphonic.chords).density >= DENSE.from;
  const f1As = (several: number): number => {
    const odds = stretches.map(() => ({ several, dense: isDense ? 1 : -1 }));
    return f1(tones, heardNotes(whole, odds).notes);
  };
  const one = f1As(-1);
  const several = f1As(1);
  const isSeveral = Math.abs(one - several) >= NEAR ? several > one : made;
  return {
    stretches,
    isDeepOneVoice: whole.polyphonic.isDeepOneVoice,
    // Talk, cries and drums are one voice: where neither transcriber can be right, the simpler one is.
    several: tones.length === 0 ? false : isSeveral,
    f1: tones.length === 0 ? null : { one, several },
  };
}

const all = await heardInParts(import.meta.filename, count, hear);
const training = all.filter((_, i) => i % 5 !== 0);
const apart = all.filter((_, i) => i % 5 === 0);
const examplesOf = (set: readonly Heard[]) =>
  set.flatMap(({ stretches, several }) =>
    several === null
      ? []
      : stretches.filter(({ isTelling }) => isTelling).map(({ values }) => ({ values, isRight: several })),
  );
const judge = fit(examplesOf(training), EVIDENCE_LENGTH, HIDDEN, epochs, seededRandom('seconds'));
for (const [name, set] of [
  ['trained on', training],
  ['kept apart', apart],
] as const) {
  const examples = examplesOf(set);
  const right = examples.filter(({ values, isRight }) => judge.judge(values) >= 0.5 === isRight);
  console.log(`${name}: ${((100 * right.length) / examples.length).toFixed(1)} % of ${examples.length} stretches`);
  const chosen = set.flatMap(({ stretches, isDeepOneVoice, f1: heard }) => {
    if (heard === null) return [];
    const path = likelyPath(stretches.map((stretch) => oddsOf(stretch, isDeepOneVoice, judge).several));
    const isSeveral = 2 * path.filter(Boolean).length >= path.length;
    return [{ now: isSeveral ? heard.several : heard.one, best: Math.max(heard.one, heard.several) }];
  });
  const mean = (of: 'now' | 'best'): string =>
    ((100 * chosen.reduce((sum, one) => sum + one[of], 0)) / chosen.length).toFixed(1);
  console.log(`  note F1 ${mean('now')}, with the better transcriber of each sound ${mean('best')}`);
}
writeFileSync(WEIGHTS, sourceOf('trainSeconds.ts', { SEVERAL_VOICES: judge.weights }));
