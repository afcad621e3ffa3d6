/** Slices of the waveform of played notes. */
const SLICES = 120;
/** Peak of one note at full strength. */
const NOTE_PEAK = 0.4;
/** Minimum visible length of a note, s. */
const SEEN = 0.2;

/** The summed strength of notes in each slice, 0 to 1. Times in s. */
export function playedPeaks(
  notes: readonly { onset: number; offset: number; velocity: number }[],
  duration: number,
): number[] {
  const slice = duration / SLICES;
  return Array.from({ length: SLICES }, (_, i) => {
    const sounding = notes.filter(
      ({ onset, offset }) => onset < (i + 1) * slice && Math.max(offset, onset + SEEN) > i * slice,
    );
    return Math.min(
      1,
      sounding.reduce((sum, { velocity }) => sum + NOTE_PEAK * velocity, 0),
    );
  });
}
