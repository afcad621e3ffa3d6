import { seededRandom } from '#core/values/random.ts';
import { StreamAnalyzer } from '#analysis/analyzer.ts';
import { createKernels } from '#analysis/dsp/kernels/index.ts';
import { PitchTrack } from '#analysis/monophony/pitchTrack.ts';
import { REPEAT_FEATURE_COUNT, repeatCandidates } from '#analysis/monophony/repeats/repeatFeatures.ts';
import { WEIGHTS } from '#analysis/monophony/repeats/repeatClassifier.weights.ts';
import { HOP_SECONDS } from '#analysis/parameters.ts';
import { NOTE } from '#analysis/monophony/parameters.ts';
import { sampledMelody, sungMelody, synthesisedMelody } from './melodies.ts';
import { amid, damage, type LabelledSound } from './sounds.ts';
import { talk } from './noises.ts';
import type { Candidate, Heard, Trainer } from './trainer.ts';

/** A note is repeated if the gap before it is shorter than this, s. */
const MAX_GAP = 0.08;
/**
 * The candidate of a repeated note is up to this early, s, and this late; another one that is so near to an onset
 * teaches nothing.
 */
const EARLIEST_S = -0.05;
const LATEST_S = 0.1;
const AMBIGUOUS_S = 0.05;
/**
 * The one of several candidates for a note with the largest rise counts, less this for each second of its distance, dB.
 */
const PER_SECOND = 40;

function heardIn({ pcm, sampleRate, tones }: LabelledSound): Heard {
  const track = new PitchTrack();
  const analyzer = new StreamAnalyzer(sampleRate, createKernels(), track);
  analyzer.push(pcm);
  analyzer.finish();
  const repeats = new Set(
    tones.filter((tone, i) => tones[i - 1]?.midi === tone.midi && tone.onset - tones[i - 1]!.offset < MAX_GAP),
  );
  /** The best candidate of each repeated note. */
  const best = new Map<unknown, { candidate: Candidate; worth: number }>();
  const candidates = repeatCandidates(track).map(({ step, features }): Candidate => {
    const time = step * HOP_SECONDS - NOTE.lead;
    const distance = (onset: number): number => Math.abs(onset - time);
    const tone = tones.reduce((near, one) => (distance(one.onset) < distance(near.onset) ? one : near));
    const late = time - tone.onset;
    const candidate: Candidate = { values: features, isRight: Math.abs(late) <= AMBIGUOUS_S ? null : false };
    const worth = track.rise[step]! - PER_SECOND * Math.abs(late);
    if (repeats.has(tone) && late >= EARLIEST_S && late <= LATEST_S && worth > (best.get(tone)?.worth ?? -Infinity))
      best.set(tone, { candidate, worth });
    return candidate;
  });
  for (const { candidate } of best.values()) candidate.isRight = true;
  return { candidates, labels: repeats.size };
}

/** Classifies whether a note is played again where its level rises. The weights in use are of commit dbc66bb0. */
export const repeats: Trainer = {
  module: 'workers/analysis/monophony/repeats/repeatClassifier.weights.ts',
  name: 'WEIGHTS',
  inUse: WEIGHTS,
  inputs: REPEAT_FEATURE_COUNT,
  hidden: 20,
  sounds: 960,
  epochs: 40,
  apart: 5,
  keptWrong: 1,
  hear(i, studio) {
    const random = seededRandom(`repeats ${i}`);
    const sound =
      i % 6 === 0 ? sungMelody(random) : i % 6 < 3 ? synthesisedMelody(random) : sampledMelody(studio, random);
    return heardIn(random() < 0.15 ? amid(sound, talk(random), 8 + 22 * random()) : damage(sound, random));
  },
};
