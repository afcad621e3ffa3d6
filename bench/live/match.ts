import type { LiveMelody } from './recording.ts';
import type { PageMeasurements } from './watch.ts';

/** Maximum difference between a measured gap of two onsets and that of the melody, s. */
const GAP_TOLERANCE = 0.03;

export interface NoteLatency {
  name: string;
  /** From the onset in the microphone's signal to its name on the screen, ms; null when it never came. */
  latency: number | null;
}

/**
 * Assigns each onset to a note of the looped melody, by the gaps between onsets, and finds the time at which its name
 * was on the screen. The last onset is left out, as the recording may have ended before it could be shown.
 */
export function noteLatencies(
  { onsets, words }: Pick<PageMeasurements, 'onsets' | 'words'>,
  { notes, seconds }: LiveMelody,
): NoteLatency[] {
  const gapAfter = (i: number): number => {
    const next = notes[(i + 1) % notes.length]!.onset + (i + 1 === notes.length ? seconds : 0);
    return next - notes[i]!.onset;
  };
  const result: NoteLatency[] = [];
  for (let k = 0; k + 1 < onsets.length; k++) {
    const gap = onsets[k + 1]!.time - onsets[k]!.time;
    const before = k > 0 ? onsets[k]!.time - onsets[k - 1]!.time : null;
    const fits = notes.flatMap((_, i) => {
      const other = before === null ? 0 : Math.abs(before - gapAfter((i + notes.length - 1) % notes.length));
      const error = Math.max(Math.abs(gap - gapAfter(i)), other);
      return error < GAP_TOLERANCE ? [{ i, error }] : [];
    });
    const fit = fits.sort((a, b) => a.error - b.error)[0];
    if (fit === undefined) continue;
    const { name } = notes[fit.i]!;
    const from = onsets[k]!.at;
    const seen = words.find(({ text, at }) => text === name && at >= from && at < onsets[k + 1]!.at);
    result.push({ name, latency: seen === undefined ? null : seen.at - from });
  }
  return result;
}
