import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { drawFragrance } from '../../domain/drawing/drawing.ts';
import type { Drawing, DrawingShape } from '../../domain/drawing/shapes.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { OCTAVES, type NoteCode } from '../../domain/pitch/pitch.ts';
import { liveView } from '../../state/recording/live.ts';
import { formingDrawing, paintFace } from '../../ui/fragrance/formingFace.ts';
import { prefersReducedMotion, usePalette } from '../../ui/fragrance/usePalette.ts';
import type { Segment } from './segments.ts';
import styles from './GrowingFace.module.css';

/** How much of a note there is before it is confirmed. */
const UNCONFIRMED = 0.35;
/** How long a new state of the face takes to come in over the one before, ms. */
const GROW_MS = 520;

export interface GrowingFaceProps {
  /** The finished fragrance; null until the analysis is done. */
  fragrance: Fragrance | null;
  /** The notes that are confirmed. */
  segments: readonly Segment[];
}

/**
 * The face that grew while the sound was recorded, and goes on growing: each note takes on its full colour when it is
 * confirmed, and the accents come last. A file had no face yet: nine liquid colours stand for it until its notes are known.
 * Decoration.
 */
export function GrowingFace({ fragrance, segments }: GrowingFaceProps) {
  const palette = usePalette();
  const face = useRef<HTMLDivElement>(null);
  const finished = useMemo(() => (fragrance === null ? null : drawFragrance(fragrance)), [fragrance]);
  const confirmed = segments.map(({ note }) => note).join(' ');
  useEffect(() => {
    const element = face.current;
    const [below, above] = element?.querySelectorAll('canvas') ?? [];
    if (!element || below === undefined || above === undefined) return;
    if (confirmed !== '' && finished !== null && fragrance !== null) {
      moveOver(above, below);
      paintFace(above, finished, palette, strengthIn(new Set(confirmed.split(' ') as NoteCode[]), fragrance));
    } else {
      const drawing = liveDrawing();
      if (drawing === null) return;
      paintFace(above, drawing, palette);
    }
    const first = element.dataset['shown'] === undefined;
    element.dataset['shown'] = '';
    // What it grew to while it was recorded is there from the beginning.
    if (confirmed === '' && first) return;
    blend(above, below);
  }, [fragrance, finished, confirmed, palette]);
  return (
    <div ref={face} className={styles.face} data-moves="" aria-hidden="true">
      <svg className={styles.drops} viewBox="0 0 320 320" focusable="false">
        {OCTAVES.map((octave) => (
          <circle
            key={octave}
            r={48}
            cx={160}
            cy={160}
            fill={`var(--family-${octave})`}
            style={{ '--turn': `${octave * 40}deg`, '--slow': `${4.2 + (octave % 3) * 0.9}s` } as CSSProperties}
          />
        ))}
      </svg>
      <canvas width={2} height={2} />
      <canvas width={2} height={2} />
    </div>
  );
}

/** The face as it was when the recording ended; null for a sound that was not recorded here. */
function liveDrawing(): Drawing | null {
  const { essence, notes, time } = liveView;
  return essence.length === 0 ? null : formingDrawing({ essence, notes, time });
}

/** How much of a shape there is once these notes are confirmed: of an accent before that nothing, of other notes a hint. */
function strengthIn(
  confirmed: ReadonlySet<NoteCode>,
  { musicEssence, accents = [] }: Fragrance,
): (shape: DrawingShape) => number {
  const whole = musicEssence.every((note) => confirmed.has(note));
  return ({ role, fill, stroke }) => {
    const note = (fill ?? stroke)?.note;
    if (note === undefined || confirmed.has(note)) return 1;
    if (role === 'accent' || accents.some((accent) => accent.note === note)) return 0;
    // Notes that were heard and did not become part of the essence come with the last one that did.
    return whole ? 1 : UNCONFIRMED;
  };
}

/** What was above lies below from now on, so that the next state can come in over it. */
function moveOver(above: HTMLCanvasElement, below: HTMLCanvasElement): void {
  below.width = above.width;
  below.height = above.height;
  below.getContext('2d')?.drawImage(above, 0, 0);
}

/** The one above comes in, then the one below goes: in between there is never less than one of them. */
function blend(above: HTMLCanvasElement, below: HTMLCanvasElement): void {
  const duration = prefersReducedMotion() ? 0 : GROW_MS;
  for (const animation of [...above.getAnimations(), ...below.getAnimations()]) animation.cancel();
  above.animate([{ opacity: 0 }, { opacity: 1, offset: 0.6 }, { opacity: 1 }], { duration });
  below.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration, fill: 'forwards' });
}
