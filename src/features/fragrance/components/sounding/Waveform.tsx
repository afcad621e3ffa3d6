import { useMemo } from 'react';
import type { SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { noteStyle } from '../notes/noteStyle.ts';
import { noteOfSlice } from './rollLayout.ts';
import styles from './Roll.module.css';

/** The waveform, each slice in the colour of its note: one path per note, since each element costs. */
export function Waveform({ trace }: { trace: SoundTrace }) {
  const { peaks } = trace;
  const paths = useMemo(() => outlinesOf(trace), [trace]);
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${Math.max(1, peaks.length)} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {paths.map(([note, outline]) => (
        <path
          key={note ?? 'none'}
          d={outline}
          fill={note === null ? 'var(--line)' : 'var(--note-line)'}
          opacity={note === null ? 0.45 : 1}
          style={note === null ? undefined : noteStyle(note)}
        />
      ))}
    </svg>
  );
}

/**
 * SVG path data of the slices of each note, and of the silent ones (null); a slice is 1 wide, the height is 100.
 */
function outlinesOf(trace: SoundTrace): [NoteCode | null, string][] {
  const { peaks } = trace;
  const loudest = Math.max(...peaks, 0.05);
  const outlines = new Map<NoteCode | null, string>();
  peaks.forEach((peak, slice) => {
    const note = noteOfSlice(trace, slice, peaks.length);
    const height = Math.max(2, (peak / loudest) ** 0.7 * 100);
    const bar = `M${slice + 0.16} ${((100 - height) / 2).toFixed(2)}h.68v${height.toFixed(2)}h-.68z`;
    outlines.set(note, (outlines.get(note) ?? '') + bar);
  });
  return [...outlines];
}
