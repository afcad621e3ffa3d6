import { useEffect, useRef } from 'react';
import { FULL, levelAt } from '../../domain/beat/beat.ts';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { Scope, type Disposer } from '../../platform/lifetime/scope.ts';
import { beatMaker, beginGesture, endGesture, setLevel } from '../../state/instruments/beat.ts';

/** How long a pad is held before its strength follows the pointer, ms. */
const HOLD_MS = 350;
/** Farther than this a pointer paints, and does not hold, CSS pixels. */
const STILL = 10;
/** How far up or down an eighth of the strength is, CSS pixels. */
const EIGHTH = 12;

interface Stroke {
  x: number;
  y: number;
  /** What it gives to every pad on its way. */
  level: number;
  /** The pad that is held, and its strength then; null while the stroke paints. */
  held: { note: NoteCode; column: number; level: number } | null;
  /** Ends the waiting for a hold. */
  moved: Disposer;
}

/**
 * Press toggles a pad, and a drag gives every pad on its way the same state. A pad that is held still becomes stronger when the
 * pointer goes up from there, and softer when it goes down. Whatever it was, it is one step of undo.
 */
export function usePainting(
  grid: { current: HTMLElement | null },
  onStrength: (note: NoteCode, column: number, level: number) => void,
): void {
  const say = useRef(onStrength);
  useEffect(() => {
    say.current = onStrength;
  });
  useEffect(() => {
    const scope = new Scope();
    const strokes = new Map<number, Stroke>();
    const padAt = (x: number, y: number): HTMLElement | null => {
      const pad = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-note]') ?? null;
      return pad !== null && grid.current?.contains(pad) === true ? pad : null;
    };
    const set = (pad: HTMLElement, level: number): void => {
      // Drawn at once; React comes to the same result a moment later.
      if (level > 0) pad.setAttribute('data-on', 'true');
      else pad.removeAttribute('data-on');
      pad.setAttribute('data-level', String(level));
      setLevel(pad.dataset['note'] as NoteCode, Number(pad.dataset['column']), level);
    };
    const paint = (x: number, y: number, { level }: Stroke): void => {
      const pad = padAt(x, y);
      // A drag over pads that are on already leaves them as strong as they are.
      if (pad !== null && pad.hasAttribute('data-on') !== level > 0) set(pad, level);
    };
    const end = ({ pointerId }: PointerEvent): void => {
      const stroke = strokes.get(pointerId);
      if (stroke === undefined) return;
      stroke.moved();
      strokes.delete(pointerId);
      if (strokes.size === 0) endGesture();
    };
    scope.listen(document, 'pointerdown', (event) => {
      const pad = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-note]') : null;
      if (event.button !== 0 || pad === null || !grid.current?.contains(pad)) return;
      // A touch is captured by its first pad; without that the others learn of it.
      if (pad.hasPointerCapture(event.pointerId)) pad.releasePointerCapture(event.pointerId);
      if (strokes.size === 0) beginGesture();
      const note = pad.dataset['note'] as NoteCode;
      const column = Number(pad.dataset['column']);
      const before = levelAt(beatMaker.beat, note, column);
      const stroke: Stroke = {
        x: event.clientX,
        y: event.clientY,
        level: before > 0 ? 0 : FULL,
        held: null,
        moved: scope.timeout(() => {
          // Held, it was not meant to go: it is there again, as strong as it was.
          stroke.held = { note, column, level: before || FULL };
          set(pad, stroke.held.level);
          say.current(note, column, stroke.held.level);
        }, HOLD_MS),
      };
      strokes.set(event.pointerId, stroke);
      set(pad, stroke.level);
    });
    scope.listen(document, 'pointermove', (event) => {
      const stroke = strokes.get(event.pointerId);
      if (stroke === undefined) return;
      if (stroke.held !== null) {
        const { note, column, level } = stroke.held;
        const wanted = level + Math.round((stroke.y - event.clientY) / EIGHTH);
        const next = Math.min(FULL, Math.max(1, wanted));
        if (next === levelAt(beatMaker.beat, note, column)) return;
        setLevel(note, column, next);
        say.current(note, column, next);
        return;
      }
      if (Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) < STILL) return;
      stroke.moved();
      const way = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of way.length > 0 ? way : [event]) paint(clientX, clientY, stroke);
    });
    scope.listen(document, 'pointerup', end);
    scope.listen(document, 'pointercancel', end);
    // A long press opens a menu on some phones.
    scope.listen(document, 'contextmenu', (event) => {
      if (strokes.size > 0) event.preventDefault();
    });
    scope.add(() => {
      if (strokes.size > 0) endGesture();
    });
    return () => scope.dispose();
  }, [grid]);
}
