/**
 * `npx tsx bench/judge/trainNotes.ts`: trains the judge of the polyphonic transcriber's notes
 * (workers/ear/analysis/polyphony/notes/noteJudge.ts) and writes its weights. The sounds are made here: by fluidsynth with the sound fonts
 * named in `--fonts FILE,FILE`, and by synthesis; every tenth one is kept apart and scored. `--sounds 640`, three eighths as many of random
 * `--timbres`, and `--epochs 30` are the defaults.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pick, seededRandom, type Random } from '../../src/core/values/random.ts';
import { EVIDENCE_LENGTH } from '../../workers/ear/analysis/polyphony/notes/noteEvidence.ts';
import { TRAINERS } from '../benches.ts';
import { commandLine } from '../options.ts';
import { candidatesOf } from './candidates.ts';
import { fit, sourceOf, type Example } from './network.ts';
import { heardInParts } from './parts.ts';
import { randomTimbreSound, sampledSound, synthesisedSound, type LabelledSound } from './sounds.ts';

const HIDDEN = 32;
const WEIGHTS = resolve(import.meta.dirname, '../../workers/ear/analysis/polyphony/notes/noteJudge.weights.ts');
const { sounds: count, epochs, fonts, timbres: asked } = commandLine(TRAINERS.notes);
/** Sounds of random timbres that come after them. */
const timbres = asked ?? Math.round((3 * count) / 8);

function soundOf(i: number, folder: string, random: Random): LabelledSound {
  if (i >= count) return randomTimbreSound(random);
  return i % 4 === 3 ? synthesisedSound(random) : sampledSound(folder, pick(fonts, random), random);
}

/** A candidate as it comes from the process that heard it; `isRight` is null near a note. */
interface Proposal {
  evidence: Float64Array;
  plausible: boolean;
  isRight: boolean | null;
}
/** A sound's candidates, and how many notes it has. */
interface Judged {
  candidates: Proposal[];
  labels: number;
}

const all = await heardInParts(import.meta.filename, count + timbres, (i, folder): Judged => {
  const random = seededRandom(`judge ${i}`);
  const sound = soundOf(i, folder, random);
  const { candidates, labels } = candidatesOf(sound);
  // What else belongs to a note would only make the message longer.
  const lean = candidates.map(({ note: { evidence, plausible }, isRight }) => ({ evidence, plausible, isRight }));
  return { candidates: lean, labels };
});
const training = all.filter((_, i) => i % 10 !== 0);
const apart = all.filter((_, i) => i % 10 === 0);
const examples: Example[] = training.flatMap(({ candidates }) =>
  candidates.flatMap(({ evidence, isRight }) => (isRight === null ? [] : [{ values: evidence, isRight }])),
);
console.log(`${examples.length} candidates, ${examples.filter(({ isRight }) => isRight).length} right`);

/** Precision, recall and F1 of those that `accept` lets through. */
function scoreOf(set: readonly Judged[], accept: (candidate: Proposal) => boolean): string {
  let [accepted, right, labels] = [0, 0, 0];
  for (const { candidates, labels: of } of set) {
    labels += of;
    for (const candidate of candidates) {
      if (!accept(candidate)) continue;
      accepted++;
      if (candidate.isRight === true) right++;
    }
  }
  const [precision, recall] = [right / accepted, right / labels];
  return [precision, recall, (2 * precision * recall) / (precision + recall)]
    .map((v) => (100 * v).toFixed(1))
    .join(' ');
}

const network = fit(examples, EVIDENCE_LENGTH, HIDDEN, epochs, seededRandom('weights'));
for (const [name, set] of [
  ['trained on', training],
  ['kept apart', apart],
] as const) {
  console.log(`${name}: all ${scoreOf(set, () => true)} | rules ${scoreOf(set, ({ plausible }) => plausible)}`);
  for (const limit of [0.3, 0.4, 0.5, 0.6])
    console.log(`  judge from ${limit}: ${scoreOf(set, ({ evidence }) => network.judge(evidence) >= limit)}`);
}
writeFileSync(WEIGHTS, sourceOf('trainNotes.ts', { WEIGHTS: network.weights }));
