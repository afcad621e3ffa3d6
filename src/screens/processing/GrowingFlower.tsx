import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { DEFAULT_BOTTLE } from '#features/fragrance/domain/drawing/bottle/finishes.ts';
import { drawFragrance } from '#features/fragrance/domain/drawing/drawing.ts';
import type { Drawing, DrawingShape } from '#features/fragrance/domain/drawing/shapes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { RevealCard } from '#features/fragrance/domain/words/reveal.ts';
import { OCTAVES, type NoteCode } from '#analysis/values/pitch.ts';
import { liveView } from '#features/create/state/recording/currentSound.ts';
import { Bottle } from '#features/fragrance/components/Bottle.tsx';
import { formingDrawing, paintFlower } from '#features/fragrance/components/formingFlower.ts';
import { usePalette } from '#features/fragrance/components/usePalette.ts';
import { prefersReducedMotion } from '#core/device/reducedMotion.ts';
import type { Segment } from './Ring.tsx';
import { Box } from '#ui/layout/Box.tsx';
import styles from './GrowingFlower.module.css';

/** Opacity of an unconfirmed note. */
const UNCONFIRMED_OPACITY = 0.35;
/** Opacity of the other notes while a card is about one note. */
const BACKGROUND_OPACITY = 0.12;
const LABEL_INK = '#251c16';
/** Duration of the cross-fade to a new state of the flower, ms. */
const GROW_MS = 520;

interface GrowingFlowerProps {
  /** The finished fragrance; null until the analysis is done. */
  fragrance: Fragrance | null;
  /** The confirmed notes. */
  segments: readonly Segment[];
  /** The current card: its note is opaque, and the card of the name labels the bottle. */
  card: RevealCard | null;
}

/**
 * Continues the flower of the live recording: each note takes its full colour when it is confirmed, accents last. A
 * file has no live flower: nine liquid colours are shown until the analysis ends. Decorative.
 */
export function GrowingFlower({ fragrance, segments, card }: GrowingFlowerProps) {
  const palette = usePalette();
  const flower = useRef<HTMLDivElement>(null);
  const finished = useMemo(() => (fragrance === null ? null : drawFragrance(fragrance)), [fragrance]);
  const confirmed = segments.map(({ note }) => note).join(' ');
  const focus = card?.note ?? null;
  const named = card?.kind === 'name';
  useEffect(() => {
    const element = flower.current;
    const [below, above] = element?.querySelectorAll('canvas') ?? [];
    if (!element || below === undefined || above === undefined) return;
    const hasNotes = confirmed !== '' || focus !== null;
    if (hasNotes && finished !== null && fragrance !== null) {
      moveOver(above, below);
      const notes = new Set(confirmed.split(' ') as NoteCode[]);
      paintFlower(above, finished, palette, strengthIn(notes, focus, fragrance));
    } else {
      const drawing = liveDrawing();
      if (drawing === null) return;
      paintFlower(above, drawing, palette);
    }
    const first = element.dataset['shown'] === undefined;
    element.dataset['shown'] = '';
    // Show the state of the live recording at once.
    if (!hasNotes && first) return;
    blend(above, below);
  }, [fragrance, finished, confirmed, focus, palette]);
  return (
    <div ref={flower} className={styles.face} data-moves="" data-named={named || undefined} aria-hidden="true">
      {named && fragrance !== null && (
        <Bottle
          className={styles.bottle}
          bottle={DEFAULT_BOTTLE}
          fragrance={fragrance}
          name={fragrance.name}
          color={LABEL_INK}
        />
      )}
      <Box as="svg" wide position="absolute" className={styles.drops} viewBox="0 0 320 320" focusable="false">
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
      </Box>
      <canvas className="cover" width={2} height={2} />
      <canvas className="cover" width={2} height={2} />
    </div>
  );
}

/** The flower at the end of the recording; null for a sound that was not recorded here. */
function liveDrawing(): Drawing | null {
  const { essence, notes, time } = liveView;
  return essence.length === 0 ? null : formingDrawing({ essence, notes, time });
}

/**
 * Opacity of a shape by the confirmed notes: 0 for an unconfirmed accent, faint for other notes, and for all but the
 * note in `focus`.
 */
function strengthIn(
  confirmed: ReadonlySet<NoteCode>,
  focus: NoteCode | null,
  { musicEssence, accents = [] }: Fragrance,
): (shape: DrawingShape) => number {
  const isComplete = musicEssence.every((note) => confirmed.has(note));
  return ({ role, fill, stroke }) => {
    const note = (fill ?? stroke)?.note;
    if (focus !== null) {
      if (note === focus) return 1;
      return note !== undefined && confirmed.has(note) && role !== 'accent' ? UNCONFIRMED_OPACITY : BACKGROUND_OPACITY;
    }
    if (note === undefined || confirmed.has(note)) return 1;
    if (role === 'accent' || accents.some((accent) => accent.note === note)) return 0;
    // Notes outside the essence appear with its last note.
    return isComplete ? 1 : UNCONFIRMED_OPACITY;
  };
}

/** Copies the upper canvas to the lower one, so that the next state can fade in on top. */
function moveOver(above: HTMLCanvasElement, below: HTMLCanvasElement): void {
  below.width = above.width;
  below.height = above.height;
  below.getContext('2d')?.drawImage(above, 0, 0);
}

/** Fades the upper canvas in, then the lower one out: one is always fully visible. */
function blend(above: HTMLCanvasElement, below: HTMLCanvasElement): void {
  const duration = prefersReducedMotion() ? 0 : GROW_MS;
  for (const animation of [...above.getAnimations(), ...below.getAnimations()]) animation.cancel();
  above.animate([{ opacity: 0 }, { opacity: 1, offset: 0.6 }, { opacity: 1 }], { duration });
  below.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration, fill: 'forwards' });
}
