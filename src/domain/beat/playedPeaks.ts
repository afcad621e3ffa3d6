/** Slices of the picture that what was played leaves in a fragrance. */
const SLICES = 120;
/** What one note at full strength adds. */
const NOTE_PEAK = 0.4;
/** The shortest that a note is seen, s. */
const SEEN = 0.2;

/** The loudness of notes over time, 0 to 1: how strongly they sound together in each slice. Times in s. */
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
