import { createKernels } from '../../workers/ear/analysis/dsp/kernels/index.ts';
import { Resampler } from '../../workers/ear/analysis/dsp/resample.ts';
import type { ChordNote } from '../../workers/ear/analysis/polyphony/notes/chordTracker.ts';
import type { PolyphonicNote } from '../../workers/ear/analysis/polyphony/notes/noteTracker.ts';
import { PARAMETERS } from '../../workers/ear/analysis/polyphony/parameters.ts';
import { PitchActivations } from '../../workers/ear/analysis/polyphony/pitchActivations.ts';
import { PolyphonicSegment, SegmentStages } from '../../workers/ear/analysis/polyphony/polyphonicSegment.ts';
import { TextureMeter } from '../../workers/ear/analysis/polyphony/textureMeter.ts';
import type { LabelledSound } from './sounds.ts';

/** A note that the transcriber proposes, and whether it is in the sound; null where it is near one. */
export interface Candidate {
  note: PolyphonicNote;
  isRight: boolean | null;
}

/** Onsets of a note and its label may be that far apart, s; a candidate that is further away, but near, teaches nothing. */
const MATCHED = 0.06;
const NEAR = 0.15;

const kernels = createKernels();
const stages = new SegmentStages(kernels);

/** All that the polyphonic transcriber proposes in a sound: without and with context (notes/chordTracker.ts). */
function proposed({ pcm, sampleRate }: Pick<LabelledSound, 'pcm' | 'sampleRate'>): {
  notes: PolyphonicNote[];
  chordNotes: ChordNote[];
} {
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

/** The proposals of a sound, each matched with the nearest label of its pitch that no other one has. */
export function candidatesOf(sound: LabelledSound): { candidates: Candidate[]; labels: number } {
  const candidates: Candidate[] = proposed(sound).notes.map((note) => ({ note, isRight: false }));
  const pairs = candidates
    .flatMap((candidate) =>
      sound.tones
        .filter(({ midi, onset }) => midi === candidate.note.midi && Math.abs(onset - candidate.note.onset) <= NEAR)
        .map((tone) => ({ candidate, tone, distance: Math.abs(tone.onset - candidate.note.onset) })),
    )
    .sort((a, b) => a.distance - b.distance);
  const taken = new Set<unknown>();
  for (const { candidate, tone, distance } of pairs) {
    if (taken.has(candidate) || taken.has(tone)) continue;
    taken.add(candidate).add(tone);
    candidate.isRight = distance <= MATCHED ? true : null;
  }
  return { candidates, labels: sound.tones.length };
}

/** An onset within this distance of a label is right, s, as in the score; one within `LATE` of a label without a right one teaches nothing. */
const RIGHT = 0.05;
const LATE = 0.12;

/** The candidates of the judge of chords. Those of one label that begin together are all right: one of them is kept. */
export function chordCandidatesOf(sound: LabelledSound): {
  candidates: { note: ChordNote; isRight: boolean | null }[];
  labels: number;
} {
  const heard = new Set<unknown>();
  const candidates = proposed(sound).chordNotes.map((note) => {
    let nearest = null;
    let distance = Infinity;
    for (const tone of sound.tones) {
      if (Math.round(tone.midi) !== note.midi || Math.abs(tone.onset - note.onset) >= distance) continue;
      nearest = tone;
      distance = Math.abs(tone.onset - note.onset);
    }
    if (distance <= RIGHT) heard.add(nearest);
    return { note, nearest, distance };
  });
  return {
    candidates: candidates.map(({ note, nearest, distance }) => ({
      note,
      isRight: distance <= RIGHT ? true : distance < LATE && !heard.has(nearest) ? null : false,
    })),
    labels: sound.tones.length,
  };
}
