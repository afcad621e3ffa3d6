import { HOP_SECONDS, steps } from '../../parameters.ts';
import type { NoteEvent } from '../../types.ts';
import { hasMostlyDrumNeighbours, isDrumHit } from '../melody.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { heldSteps } from '../modulation/heldMeter.ts';
import { TrackMemory } from '../trackMemory.ts';
import { GLIDE } from './parameters.ts';
import { notesOfPhrase, type StepRange } from './phraseNotes.ts';
import { stillness, scaleNotes } from './stillness.ts';

/**
 * Notes of a voice whose pitch glides throughout, as in talk. Where one of its notes ends and the next begins is a
 * matter of chance, which a later start decides otherwise. The notes are the pitches at which it dwells: the highest
 * semitones of a histogram of its pitch, in which a still step counts more. Each time that it is there is a note. Sound
 * before a rest or long ago does not count.
 */

const AROUND_STEPS = steps(GLIDE.around);
/** Least share of the square of the partials' summed amplitude in the power of a voice. */
const PARTIALS_SHARE = 10 ** (GLIDE.minPartials / 10);
const REST_STEPS = steps(GLIDE.rest);
const hitMemory = new TrackMemory<boolean>();
const voiceMemory = new TrackMemory<boolean>();

/**
 * One voice: its notes, and the share of its voiced time in which its pitch glides, 0 to 1; 0 where nothing is voiced.
 */
interface Voice {
  notes: NoteEvent[];
  gliding: number;
}

/**
 * One voice: where it glides, the notes of its glides in place of the decoder's, and each as certain as it is clear and
 * still, so that length times certainty is its strength.
 * @param otherSpans stretches, s, that have no such voice
 */
export function voiceIn(
  notes: readonly NoteEvent[],
  track: PitchTrack,
  otherSpans: readonly { from: number; to: number }[] = [],
): Voice {
  const weights = stillness(track);
  const phrases = phrasesOf(track);
  const { glides, gliding } = glidingSteps(track, phrases);
  for (const { from, to } of otherSpans) glides.fill(0, steps(from), Math.min(track.length, steps(to)));
  const held = notes.filter((note) => !isGliding(note, track, glides));
  for (const { onset, offset } of held) glides.fill(0, steps(onset), steps(offset));
  const voice = voiceSteps(track);
  for (let t = 0; t < track.length; t++) if (voice[t] === 0 || weights[t] === 0) glides[t] = 0;
  const all = phrases.flatMap((phrase, i) => {
    const phraseNotes = notesOfPhrase(phrase, glides, track, weights);
    // A phrase too short or unclear for a voice keeps the notes of the decoder.
    return [...beginningIn(phrase, phraseNotes.length === 0 ? notes : held, i === phrases.length - 1), ...phraseNotes];
  });
  return {
    notes: scaleNotes(
      all.sort((a, b) => a.onset - b.onset),
      weights,
    ),
    gliding,
  };
}

/** The parts of a sound between the middles of its rests. Together they are the whole sound. */
function phrasesOf(track: PitchTrack): StepRange[] {
  const phrases: StepRange[] = [{ first: 0, end: track.length }];
  let end: number | null = null;
  for (const run of voicedRuns(track)) {
    if (end !== null && run.first - end >= REST_STEPS) {
      const middle = (end + run.first) >> 1;
      phrases.at(-1)!.end = middle;
      phrases.push({ first: middle, end: track.length });
    }
    end = run.end;
  }
  return phrases;
}

/** The notes that begin in a phrase; the last phrase has all that are left. */
const beginningIn = ({ first, end }: StepRange, notes: readonly NoteEvent[], isLast: boolean): NoteEvent[] =>
  notes.filter(({ onset }) => onset >= first * HOP_SECONDS && (isLast || onset < end * HOP_SECONDS));

/** Marks the voiced steps around which little of their phrase is held, and counts their share. */
function glidingSteps(track: PitchTrack, phrases: readonly StepRange[]): { glides: Uint8Array; gliding: number } {
  const { hz, length } = track;
  const { held, meter } = heldSteps(track);
  const glides = new Uint8Array(length);
  let marked = 0;
  for (const { first, end } of phrases) {
    let voicedAround = 0;
    let heldAround = 0;
    const count = (t: number, sign: number): void => {
      if (t < first || t >= end) return;
      voicedAround += hz[t]! > 0 ? sign : 0;
      heldAround += sign * held[t]!;
    };
    for (let t = first; t < first + AROUND_STEPS; t++) count(t, 1);
    for (let t = first; t < end; t++) {
      count(t + AROUND_STEPS, 1);
      count(t - AROUND_STEPS - 1, -1);
      if (!(hz[t]! > 0 && heldAround < GLIDE.heldBelow * voicedAround)) continue;
      glides[t] = 1;
      marked++;
    }
  }
  return { glides, gliding: marked / Math.max(1, meter.voiced) };
}

/** Marks the steps of a likely voice: long, clear, mostly of unshared partials, and not among hits of a drum. */
function voiceSteps(track: PitchTrack): Uint8Array {
  const marks = new Uint8Array(track.length);
  const runs = voicedRuns(track);
  const isAmongHits = hasMostlyDrumNeighbours(
    runs,
    runs.map((run) => hitMemory.of(track, run.first, run.end, 0, () => isDrumHit(run, track))),
  );
  const isVoiced = (run: StepRange): boolean => voiceMemory.of(track, run.first, run.end, 0, () => isVoice(run, track));
  for (const [i, run] of runs.entries()) if (!isAmongHits[i] && isVoiced(run)) marks.fill(1, run.first, run.end);
  return marks;
}

/** The stretches that are voiced without a break. */
export function voicedRuns({ hz, length }: PitchTrack): StepRange[] {
  const runs: StepRange[] = [];
  for (let first = 0, end = 0; first < length; first = end + 1) {
    for (end = first; end < length && hz[end]! > 0;) end++;
    if (end > first) runs.push({ first, end });
  }
  return runs;
}

function isVoice({ first, end }: StepRange, { clarity, level, power }: PitchTrack): boolean {
  let clear = 0;
  const partials: number[] = [];
  for (let t = first; t < end; t++) {
    clear += clarity[t]!;
    partials.push(level[t]! ** 2 / (power[t]! + Number.MIN_VALUE));
  }
  const voiced = end - first;
  partials.sort((a, b) => a - b);
  return (
    voiced >= steps(GLIDE.minVoiced) && clear >= GLIDE.minClarity * voiced && partials[voiced >> 1]! >= PARTIALS_SHARE
  );
}

function isGliding({ onset, offset }: NoteEvent, { hz }: PitchTrack, glides: Uint8Array): boolean {
  let voiced = 0;
  let gliding = 0;
  for (let t = steps(onset); t < Math.min(glides.length, steps(offset)); t++) {
    if (hz[t]! > 0) voiced++;
    gliding += glides[t]!;
  }
  return gliding > 0.5 * voiced;
}
