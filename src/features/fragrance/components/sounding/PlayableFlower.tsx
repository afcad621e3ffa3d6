import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { formatTime } from '#ui/loading/formatTime.ts';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { noteStyle } from '../notes/noteStyle.ts';
import { flowerNotes, timedDrawing, noteOf, type FlowerNote } from './flowerNotes.ts';
import type { Drawable } from '#features/fragrance/domain/drawing/shapes.ts';
import { AnimatedFlower } from './AnimatedFlower.tsx';
import type { SoundPlayback } from './playback.ts';
import styles from './PlayableFlower.module.css';

interface PlayableFlowerProps {
  fragrance: Drawable;
  /** Text alternative. */
  label: string;
  playback: SoundPlayback;
  className?: string | undefined;
  /** Plays one note: its moment in the recording, or the note itself without a time. */
  onNote: (note: FlowerNote) => void;
  /** Plays everything, or stops it. */
  onAll: () => void;
}

/** Time for which the name of a pressed note is shown, ms. */
const NAMED_MS = 2000;
/** A press so near to a petal is meant for it, px: half of a target of 24 px (WCAG 2.2, 2.5.8). */
const NEAR_PX = 12;

/**
 * A flower to play: a press on a petal plays its note, dragging goes from one to the next, and all the rest plays
 * everything. The arrow keys walk through the notes, and Enter plays everything.
 */
export function PlayableFlower({ fragrance, label, playback, onNote, onAll, className = '' }: PlayableFlowerProps) {
  const timed = useMemo(() => timedDrawing(fragrance), [fragrance]);
  const { moments } = timed;
  const notes = useMemo(() => flowerNotes(moments, fragrance), [moments, fragrance]);
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<FlowerNote | null>(null);
  const [named, setNamed] = useState<FlowerNote | null>(null);
  useEffect(() => {
    const scope = new Scope();
    if (named !== null) scope.timeout(() => setNamed(null), NAMED_MS);
    return () => scope.dispose();
  }, [named]);

  const play = (note: FlowerNote) => {
    // A new object each time, so that a repeated press is named as long.
    setNamed({ ...note });
    onNote(note);
  };
  const noteAt = (x: number, y: number): FlowerNote | null => {
    const paths = [...(box.current?.querySelectorAll('path') ?? [])];
    const shapeOf = new Map(paths.map((path, shape) => [path as Element, shape]));
    for (const [dx, dy] of SEARCH_OFFSETS) {
      const shape = shapeOf.get(document.elementFromPoint(x + dx * NEAR_PX, y + dy * NEAR_PX)!);
      const found = moments.find((moment) => moment.shape === shape);
      if (found !== undefined) return noteOf(found, fragrance);
    }
    return null;
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const note = noteAt(event.clientX, event.clientY);
    pressed.current = note;
    if (note === null) onAll();
    else play(note);
  };
  const drag = (event: PointerEvent) => {
    const last = pressed.current;
    if (last === null || event.buttons === 0) return;
    const note = noteAt(event.clientX, event.clientY);
    if (note === null || (note.note === last.note && note.from === last.from)) return;
    pressed.current = note;
    play(note);
  };
  return (
    <div ref={box} className={`${styles.face} ${className}`} onPointerDown={press} onPointerMove={drag}>
      <AnimatedFlower timed={timed} label={label} playback={playback} />
      <input
        className="visually-hidden"
        data-screen-only=""
        type="range"
        min={0}
        max={notes.length}
        defaultValue={0}
        aria-label="Notes of the flower"
        aria-valuetext={named === null ? 'All notes' : petalLabel(named)}
        onChange={({ target }) => {
          const note = notes[Number(target.value) - 1];
          if (note !== undefined) play(note);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onAll();
        }}
      />
      {named !== null && (
        <p className={styles.named} style={noteStyle(named.note)} aria-hidden="true">
          <strong translate="no">{named.note}</strong> <span>{perfumeNoteOf(named.note).name}</span>
        </p>
      )}
    </div>
  );
}

/** Directions in which a press finds a petal: the point itself, then a ring around it. */
const SEARCH_OFFSETS: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(
    (eighth) => [Math.cos((eighth * Math.PI) / 4), Math.sin((eighth * Math.PI) / 4)] as const,
  ),
];

function petalLabel({ note, from }: FlowerNote): string {
  const when = Number.isFinite(from) ? `, at ${formatTime(from)}` : '';
  return `${note}, ${perfumeNoteOf(note).name}${when}`;
}
