/**
 * `npx tsx bench/judge/trainRepeats.ts`: trains the judge of repeated notes
 * (workers/ear/analysis/monophony/repeats/repeatJudge.ts) and writes its weights. The sounds are made here: by fluidsynth with the sound
 * fonts named in `--fonts FILE,FILE`, by synthesis, and by festival; every fifth one is kept apart and scored. `--sounds 800`, a fifth
 * as many `--songs`, and `--epochs 40` are the defaults.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pick, seededRandom } from '../../src/core/values/random.ts';
import { StreamAnalyzer } from '../../workers/ear/analysis/analyzer.ts';
import { createKernels } from '../../workers/ear/analysis/dsp/kernels/index.ts';
import { PitchTrack } from '../../workers/ear/analysis/monophony/pitchTrack.ts';
import {
  REPEAT_EVIDENCE_LENGTH,
  repeatCandidates,
} from '../../workers/ear/analysis/monophony/repeats/repeatEvidence.ts';
import { HOP_SECONDS, NOTE } from '../../workers/ear/analysis/parameters.ts';
import { TRAINERS } from '../benches.ts';
import { commandLine } from '../options.ts';
import { sampledMelody, sungMelody, synthesisedMelody } from './melodies.ts';
import { fit, sourceOf } from './network.ts';
import { heardInParts } from './parts.ts';
import type { LabelledSound } from './sounds.ts';
import '../kernels.ts';

const HIDDEN = 20;
const WEIGHTS = resolve(import.meta.dirname, '../../workers/ear/analysis/monophony/repeats/repeatJudge.weights.ts');
const { sounds: count, epochs, fonts, songs: asked } = commandLine(TRAINERS.repeats);
/** Songs of festival that come after them. */
const songs = asked ?? Math.round(count / 5);
/** A note is repeated if the gap before it is shorter than this, s. */
const MAX_GAP = 0.08;
/** The candidate of a repeated note is up to this early, s, and this late; another one that is so near to an onset teaches nothing. */
const EARLIEST = -0.05;
const LATEST = 0.1;
const NEAR = 0.05;
/** Of several candidates for one note the one with the largest rise is it, less this for each second that it is away, dB. */
const PER_SECOND = 40;

/** A candidate; `late` is its distance from the onset of the `nearest` tone, s. */
interface Proposal {
  evidence: Float64Array;
  rise: number;
  nearest: number;
  isRepeat: boolean;
  late: number;
  /** Null near an onset that it is not. */
  isRight: boolean | null;
}
interface Heard {
  candidates: Proposal[];
  /** Number of repeated notes. */
  repeats: number;
}

function hear({ pcm, sampleRate, tones }: LabelledSound): Heard {
  const track = new PitchTrack();
  const analyzer = new StreamAnalyzer(sampleRate, createKernels(), track);
  analyzer.push(pcm);
  analyzer.finish();
  const repeats = new Set(
    tones.filter((tone, i) => tones[i - 1]?.midi === tone.midi && tone.onset - tones[i - 1]!.offset < MAX_GAP),
  );
  const candidates = repeatCandidates(track).map(({ step, evidence }): Proposal => {
    const time = step * HOP_SECONDS - NOTE.lead;
    const distance = (onset: number): number => Math.abs(onset - time);
    const tone = tones.reduce((best, one) => (distance(one.onset) < distance(best.onset) ? one : best));
    return {
      evidence,
      rise: track.rise[step]!,
      nearest: tones.indexOf(tone),
      isRepeat: repeats.has(tone),
      late: time - tone.onset,
      isRight: distance(tone.onset) <= NEAR ? null : false,
    };
  });
  markRight(candidates);
  return { candidates, repeats: repeats.size };
}

/** Marks for each repeated note the candidate that is it. */
function markRight(candidates: readonly Proposal[]): void {
  const best = new Map<number, Proposal>();
  const worth = ({ rise, late }: Proposal): number => rise - PER_SECOND * Math.abs(late);
  for (const one of candidates) {
    if (!one.isRepeat || one.late < EARLIEST || one.late > LATEST) continue;
    const other = best.get(one.nearest);
    if (other === undefined || worth(one) > worth(other)) best.set(one.nearest, one);
  }
  for (const one of best.values()) one.isRight = true;
}

const all = await heardInParts(import.meta.filename, count + songs, (i, folder): Heard => {
  const random = seededRandom(`repeats ${i}`);
  if (i >= count) return hear(sungMelody({ folder, font: fonts[0]! }, random));
  if (i % 3 === 2) return hear(synthesisedMelody({ folder, font: fonts[0]! }, random));
  return hear(sampledMelody({ folder, font: pick(fonts, random) }, random));
});
const training = all.filter((_, i) => i % 5 !== 0);
const apart = all.filter((_, i) => i % 5 === 0);
const examples = training.flatMap(({ candidates }) =>
  candidates.flatMap(({ evidence, isRight }) => (isRight === null ? [] : [{ values: evidence, isRight }])),
);
console.log(`${examples.length} candidates, ${examples.filter(({ isRight }) => isRight).length} right`);

const network = fit(examples, REPEAT_EVIDENCE_LENGTH, HIDDEN, epochs, seededRandom('weights'));
for (const [name, set] of [
  ['trained on', training],
  ['kept apart', apart],
] as const) {
  const candidates = set.flatMap((sound) => sound.candidates);
  const repeats = set.reduce((sum, sound) => sum + sound.repeats, 0);
  console.log(`${name}: ${repeats} repeated notes`);
  for (const limit of [0.5, 0.7, 0.8, 0.9, 0.95]) {
    const judged = candidates.filter(({ evidence }) => network.judge(evidence) >= limit);
    const of = (isRight: boolean): number => judged.filter((one) => one.isRight === isRight).length;
    console.log(`  judge from ${limit}: ${of(true)} right, ${of(false)} wrong`);
  }
}
writeFileSync(WEIGHTS, sourceOf('trainRepeats.ts', { WEIGHTS: network.weights }));
