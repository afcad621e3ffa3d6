import { midiOfHz } from '../values/pitch.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import { VOICES } from './parameters.ts';
import type { NoteEvent } from '../types.ts';

/**
 * Features from both transcribers for one voice or several. The texture of the spectra (polyphony/textureMeter.ts)
 * ignores time: partials left by a narrow band or a room look like voices, and a soft second voice like partials. The
 * pitch path of the monophonic transcriber separates these cases: in one voice it is one of the polyphonic notes, and
 * the others are its partials; in a chord it lies on a common subharmonic below all of them, and in the mix of a band
 * on the bass, whose drums hide the texture.
 */

/** Semitones from a pitch to its partials. */
const PARTIAL_INTERVALS = Array.from({ length: VOICES.partials }, (_, i) => 12 * Math.log2(i + 1));
const MARGIN_STEPS = steps(VOICES.margin);

export interface VoiceFeatures {
  /** Share of the time of polyphonic notes at which the pitch path is one of them, 0 to 1. */
  onPath: number;
  /** Share of polyphonic notes, by time, that are partials of the pitch path, 0 to 1. */
  explained: number;
  /** Share of their time with two notes that are no partials of one another, 0 to 1. */
  together: number;
}

/** Compares the polyphonic `notes`, by onset, with the pitch path. */
export function voiceFeatures(
  notes: readonly NoteEvent[],
  { hz, length }: Pick<PitchTrack, 'hz' | 'length'>,
): VoiceFeatures {
  const sounding: { pitch: number; end: number }[] = [];
  let next = 0;
  let counted = 0;
  let together = 0;
  let voiced = 0;
  let onPath = 0;
  let compared = 0;
  let explained = 0;
  for (let t = 0; t < length; t++) {
    for (; next < notes.length && steps(notes[next]!.onset) + MARGIN_STEPS <= t; next++) {
      const { midi, cents, offset } = notes[next]!;
      sounding.push({ pitch: midi + cents / 100, end: offset / HOP_SECONDS - MARGIN_STEPS });
    }
    for (let i = sounding.length; i-- > 0;) if (sounding[i]!.end <= t) sounding.splice(i, 1);
    if (sounding.length === 0) continue;
    counted++;
    if (haveUnrelated(sounding)) together++;
    if (!(hz[t]! > 0)) continue;
    voiced++;
    const path = midiOfHz(hz[t]!);
    if (sounding.some(({ pitch }) => Math.abs(pitch - path) < VOICES.near)) onPath++;
    for (const { pitch } of sounding) {
      compared++;
      if (isPartial(pitch - path)) explained++;
    }
  }
  const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);
  return { onPath: share(onPath, voiced), explained: share(explained, compared), together: share(together, counted) };
}

const isPartial = (interval: number): boolean =>
  PARTIAL_INTERVALS.some((partial) => Math.abs(interval - partial) < VOICES.near);

function haveUnrelated(sounding: readonly { pitch: number }[]): boolean {
  for (let i = 1; i < sounding.length; i++)
    for (let j = 0; j < i; j++) if (!isPartial(Math.abs(sounding[i]!.pitch - sounding[j]!.pitch))) return true;
  return false;
}
