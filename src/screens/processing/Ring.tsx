import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import styles from './Ring.module.css';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/** A note of the fragrance with its arc of the ring. */
export interface Segment {
  note: NoteCode;
  accent: boolean;
  /** Start and end of the arc, 0 to 1, clockwise from the top. */
  from: number;
  to: number;
}

/**
 * Weight of an accent on the ring, and minimum weight of a note, in parts of 100, so that each is visible.
 */
const ACCENT_PARTS = 7;
const MIN_PARTS = 6;

/**
 * The whole ring of a fragrance: its notes in the order of the essence, as wide as their parts of the blend, then its
 * accents.
 */
export function segmentsOf({
  musicEssence,
  proportions,
  accents = [],
}: Pick<Fragrance, 'musicEssence' | 'proportions' | 'accents'>): Segment[] {
  const partsOf = (note: NoteCode): number =>
    Math.max(
      MIN_PARTS,
      proportions?.find((proportion) => proportion.note === note)?.parts ?? 100 / musicEssence.length,
    );
  const weighed = [
    ...musicEssence.map((note) => ({ note, accent: false, weight: partsOf(note) })),
    ...accents.map(({ note }) => ({ note, accent: true, weight: ACCENT_PARTS })),
  ];
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let from = 0;
  return weighed.map(({ note, accent, weight }) => {
    const segment = { note, accent, from, to: from + weight / total };
    from = segment.to;
    return segment;
  });
}

/** Centre of the ring's drawing, which is 320 units wide. */
const CENTRE_UNITS = 160;
const PROGRESS_CIRCLE = { radius: 155, length: 2 * Math.PI * 155 };
const NOTE_RADIUS = 142;
/** Gap between two notes on the ring, radians. */
const GAP_RADIANS = 0.05;

/** An arc of the ring as SVG path data. */
function arc(from: number, to: number): string {
  const at = (turn: number): string => {
    const angle = 2 * Math.PI * turn - Math.PI / 2;
    return `${(CENTRE_UNITS + NOTE_RADIUS * Math.cos(angle)).toFixed(1)} ${(CENTRE_UNITS + NOTE_RADIUS * Math.sin(angle)).toFixed(1)}`;
  };
  const gap = Math.min(GAP_RADIANS / (2 * Math.PI), (to - from) / 3) / 2;
  return `M${at(from + gap)}A${NOTE_RADIUS} ${NOTE_RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to - gap)}`;
}

/** The progress ring around the ring of confirmed notes; each note flies from the flower to its arc. */
export function Ring({ percent, segments }: { percent: number; segments: readonly Segment[] }) {
  return (
    <>
      <progress className="visually-hidden" aria-label="liquefying..." max={100} value={percent} />
      <svg className={styles.ring} viewBox="0 0 320 320" fill="none" aria-hidden="true" focusable="false">
        <g transform={`rotate(-90 ${CENTRE_UNITS} ${CENTRE_UNITS})`} strokeWidth={3}>
          <circle cx={CENTRE_UNITS} cy={CENTRE_UNITS} r={PROGRESS_CIRCLE.radius} stroke="var(--hairline)" />
          <circle
            className={styles.filled}
            cx={CENTRE_UNITS}
            cy={CENTRE_UNITS}
            r={PROGRESS_CIRCLE.radius}
            stroke="var(--ink)"
            strokeDasharray={`${(PROGRESS_CIRCLE.length * percent) / 100} ${PROGRESS_CIRCLE.length}`}
          />
        </g>
        {segments.map(({ note, accent, from, to }) => (
          <g key={note} className={styles.segment} style={noteStyle(note)} data-accent={accent}>
            <path d={arc(from, to)} stroke="var(--note-line)" strokeWidth={accent ? 10 : 17} />
            <path d={arc(from, to)} stroke="var(--note)" strokeWidth={accent ? 7 : 14} />
          </g>
        ))}
      </svg>
    </>
  );
}

/** The notes that were confirmed, for a screen reader: the ring shows them. */
export function NotesFound({ ring, confirmed }: { ring: readonly Segment[]; confirmed: number }) {
  return (
    <ul className="visually-hidden" aria-label="Notes found">
      {ring.slice(0, confirmed).map(({ note }) => (
        <li key={note} data-note={note}>
          <span translate="no">{note}</span> <span>{perfumeNoteOf(note).name}</span>
        </li>
      ))}
    </ul>
  );
}
