/**
 * `npx tsx bench/judge/chords/train.ts`: trains the judge of chords (workers/ear/analysis/polyphony/notes/chordJudge.ts) and writes its
 * weights. The sounds are made here by fluidsynth, with the sound fonts named in `--fonts FILE,FILE`, and by synthesis: dense
 * pianos, strummed guitars, bands, and what trainNotes.ts is trained on; every seventh one is kept apart and scored.
 * `--sounds 720` and `--epochs 7` are the defaults.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pick, seededRandom, type Random } from '#core/values/random.ts';
import { CHORD_EVIDENCE_LENGTH } from '#ear/analysis/polyphony/notes/chordEvidence.ts';
import { TRAINERS } from '../../benches.ts';
import { commandLine } from '../../options.ts';
import { chordCandidatesOf } from '../candidates.ts';
import { denseSound } from './sounds.ts';
import { fit, sourceOf } from '../network.ts';
import { heardInParts } from '../parts.ts';
import { randomTimbreSound, sampledSound, synthesisedSound, type LabelledSound } from '../sounds.ts';

const HIDDEN = 48;
/** Share of the wrong candidates that the network sees: there are ten for each right one. */
const KEPT = 1 / 3;
const WEIGHTS = resolve(import.meta.dirname, '../../../workers/ear/analysis/polyphony/notes/chordJudge.weights.ts');
const { sounds: count, epochs, fonts } = commandLine(TRAINERS.chords);

/**
 * Of 36 sounds six are dense pianos, three guitars, three bands, and 24 as those of trainNotes.ts: sampled instruments, synthesis
 * and random timbres.
 */
function soundOf(i: number, folder: string, random: Random): LabelledSound {
  const font = pick(fonts, random);
  const place = i % 36;
  const third = Math.floor(place / 3);
  if (place % 3 === 0) {
    const kind = third % 2 === 0 ? 'piano' : third % 4 === 1 ? 'guitar' : 'band';
    return denseSound(folder, font, kind, random);
  }
  if (place % 3 === 1) return sampledSound(folder, font, random);
  return third % 3 === 0 ? synthesisedSound(random) : randomTimbreSound(random);
}

/** Whether a sound is kept apart and scored; of the others the process that heard them leaves out most wrong candidates. */
const isApart = (sound: number): boolean => sound % 7 === 3;

/** A candidate as it comes from that process. */
interface Proposal {
  evidence: Float32Array;
  isRight: boolean;
}
interface Judged {
  sound: number;
  candidates: Proposal[];
  labels: number;
}

const all = await heardInParts(import.meta.filename, count, (i, folder): Judged => {
  const { candidates, labels } = chordCandidatesOf(soundOf(i, folder, seededRandom(`judge ${i}`)));
  const drawn = seededRandom(`wrong ${i}`);
  const lean = candidates
    .filter(({ isRight }) => isApart(i) || isRight === true || (isRight === false && drawn() < KEPT))
    .map(({ note, isRight }) => ({ evidence: Float32Array.from(note.evidence), isRight: isRight === true }));
  return { sound: i, candidates: lean, labels };
});
all.sort((a, b) => a.sound - b.sound);
const examples = all
  .filter(({ sound }) => !isApart(sound))
  .flatMap(({ candidates }) => candidates.map(({ evidence, isRight }) => ({ values: evidence, isRight })));
console.log(`${examples.length} candidates, ${examples.filter(({ isRight }) => isRight).length} right`);
const network = fit(examples, CHORD_EVIDENCE_LENGTH, HIDDEN, epochs, seededRandom('weights'), KEPT);
for (const limit of [0.3, 0.4, 0.5, 0.6]) {
  let [accepted, right, labels] = [0, 0, 0];
  for (const one of all.filter(({ sound }) => isApart(sound))) {
    labels += one.labels;
    for (const { evidence, isRight } of one.candidates) {
      if (network.judge(evidence) < limit) continue;
      accepted++;
      if (isRight) right++;
    }
  }
  const figures = [right / accepted, right / labels, (2 * right) / (accepted + labels)];
  console.log(`kept apart, from ${limit}: ${figures.map((v) => (100 * v).toFixed(1)).join(' ')}`);
}
writeFileSync(WEIGHTS, sourceOf('chords/train.ts', { WEIGHTS: network.weights }));
