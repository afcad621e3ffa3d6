import { seededRandom } from '#core/values/random.ts';
import { createKernels } from '#analysis/dsp/kernels/index.ts';
import { Resampler } from '#analysis/dsp/resample.ts';
import { CHORD_FEATURE_COUNT } from '#analysis/polyphony/notes/chordFeatures.ts';
import { WEIGHTS as CHORD_WEIGHTS } from '#analysis/polyphony/notes/chordClassifier.weights.ts';
import type { ChordNote } from '#analysis/polyphony/notes/chordTracker.ts';
import { FEATURE_COUNT } from '#analysis/polyphony/notes/noteFeatures.ts';
import { WEIGHTS } from '#analysis/polyphony/notes/noteClassifier.weights.ts';
import type { PolyphonicNote } from '#analysis/polyphony/notes/noteCandidate.ts';
import { PARAMETERS } from '#analysis/polyphony/parameters.ts';
import { PitchActivations } from '#analysis/polyphony/pitchActivations.ts';
import { PolyphonicSegment, SegmentStages } from '#analysis/polyphony/polyphonicSegment.ts';
import { TextureMeter } from '#analysis/polyphony/textureMeter.ts';
import { denseSound, randomTimbres, sampledChords, synthesisedChords, type LabelledSound } from './sounds.ts';
import type { Candidate, Heard, Trainer } from './trainer.ts';

/** The networks of the polyphonic transcriber: of its notes, and of those of dense chords. */

const kernels = createKernels();
const stages = new SegmentStages(kernels);

/** All that the polyphonic transcriber proposes in a sound: without and with context (notes/chordTracker.ts). */
function proposeNotes({ pcm, sampleRate }: LabelledSound): { notes: PolyphonicNote[]; chordNotes: ChordNote[] } {
  const { rate, spectrum, onset } = PARAMETERS;
  const resampler = new Resampler(sampleRate, rate, { pass: spectrum.pass, stop: spectrum.stop }, kernels);
  const segment = new PolyphonicSegment(0, new PitchActivations(sampleRate, kernels), new TextureMeter(), stages, true);
  const push = (samples: Float32Array): void => {
    for (let at = 0; at < samples.length; at += onset.hop) segment.push(samples.subarray(at, at + onset.hop));
  };
  for (let at = 0; at < pcm.length; at += sampleRate) resampler.push(pcm.subarray(at, at + sampleRate), push);
  resampler.finish(push);
  return { notes: segment.finish(), chordNotes: segment.chordNotes };
}

/**
 * The proposals of a sound, each compared with the nearest label of its pitch.
 * @param right a proposal this near to a label's onset is right, s
 * @param near one that is further away but this near teaches nothing, s
 * @param several whether several proposals of one label are right, where they begin together
 */
function judgedBy(
  { tones }: LabelledSound,
  proposals: readonly (PolyphonicNote | ChordNote)[],
  right: number,
  near: number,
  several = false,
): Heard {
  const taken = new Set<unknown>();
  const judged = proposals.map((proposal): Candidate => ({
    values: Float64Array.from(proposal.features),
    isRight: false,
  }));
  const pairs = proposals
    .flatMap(({ midi, onset }, i) =>
      tones
        .filter((tone) => Math.round(tone.midi) === midi && Math.abs(tone.onset - onset) <= near)
        .map((tone) => ({ candidate: judged[i]!, tone, distance: Math.abs(tone.onset - onset) })),
    )
    .sort((a, b) => a.distance - b.distance);
  for (const { candidate, tone, distance } of pairs) {
    if (taken.has(candidate)) continue;
    if (taken.has(tone) && !(several && distance <= right)) continue;
    taken.add(candidate).add(tone);
    candidate.isRight = distance <= right ? true : null;
  }
  return { candidates: judged, labels: tones.length };
}

/** Classifies each note of the polyphonic transcriber. The weights in use are of commit 2f51ec12. */
export const notes: Trainer = {
  module: 'workers/analysis/polyphony/notes/noteClassifier.weights.ts',
  name: 'WEIGHTS',
  inUse: WEIGHTS,
  inputs: FEATURE_COUNT,
  hidden: 32,
  sounds: 880,
  epochs: 30,
  apart: 10,
  keptWrong: 1,
  hear(i, studio) {
    const random = seededRandom(`judge ${i}`);
    const sound =
      i % 11 < 3 ? randomTimbres(random) : i % 11 < 5 ? synthesisedChords(random) : sampledChords(studio, random);
    return judgedBy(sound, proposeNotes(sound).notes, 0.06, 0.15);
  },
};

/** Classifies the notes of dense chords in context. The weights in use are of commit b4f05bde. */
export const chords: Trainer = {
  module: 'workers/analysis/polyphony/notes/chordClassifier.weights.ts',
  name: 'WEIGHTS',
  inUse: CHORD_WEIGHTS,
  inputs: CHORD_FEATURE_COUNT,
  hidden: 48,
  sounds: 720,
  epochs: 7,
  apart: 7,
  // There are ten wrong candidates for each right one.
  keptWrong: 1 / 3,
  hear(i, studio) {
    const random = seededRandom(`chords ${i}`);
    // Six of 36 sounds are dense pianos, three guitars, three bands.
    const place = i % 12;
    const sound =
      place < 4
        ? denseSound((['piano', 'guitar', 'piano', 'band'] as const)[place]!, studio, random)
        : place < 8
          ? sampledChords(studio, random)
          : place < 10
            ? randomTimbres(random)
            : synthesisedChords(random);
    return judgedBy(sound, proposeNotes(sound).chordNotes, 0.05, 0.12, true);
  },
};
