import { useEffect, useRef } from 'react';
import { FULL_STRENGTH, levelAt } from '#features/instruments/domain/beat/beat.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { Scope, type Disposer } from '#core/lifetime/scope.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { beginGesture, endGesture, setLevel } from '#features/instruments/state/beat/beat.ts';

/** A pad held this long changes its strength with the pointer, ms. */
const HOLD_MS = 350;
/** A pointer that moves farther than this paints instead of holding, CSS pixels. */
const MAX_HOLD_MOVE_PX = 10;
/** Pointer distance of an eighth of strength, CSS pixels. */
const EIGHTH_PX = 12;

interface Stroke {
  x: number;
  y: number;
  /** The strength that it sets on every pad. */
  level: number;
  /** The held pad and its initial strength; null while the stroke paints. */
  held: { note: NoteCode; column: number; level: number } | null;
  /** Cancels the hold timer. */
  moved: Disposer;
}

/**
 * Painting of pads: a press toggles a pad, and a drag sets every pad on its way to the same state. Holding a pad
 * still, then moving up or down, changes its strength. Each stroke is one undo step.
 */
export function usePainting(
  grid: { current: HTMLElement | null },
  onStrength: (note: NoteCode, column: number, level: number) => void,
): void {
  const latest = useRef(onStrength);
  useEffect(() => {
    latest.current = onStrength;
  });
  useEffect(() => {
    const scope = new Scope();
    const strokes = new Map<number, Stroke>();
    const padAt = (x: number, y: number): HTMLElement | null => {
      const pad = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-note]') ?? null;
      return pad !== null && grid.current?.contains(pad) === true ? pad : null;
    };
    const set = (pad: HTMLElement, level: number): void => {
      // Update the DOM at once; React renders the same result a moment later.
      if (level > 0) pad.setAttribute('data-on', 'true');
      else pad.removeAttribute('data-on');
      pad.style.setProperty('--level', String(level));
      setLevel(pad.dataset['note'] as NoteCode, Number(pad.dataset['column']), level);
    };
    const paint = (x: number, y: number, { level }: Stroke): void => {
      const pad = padAt(x, y);
      // A drag does not change the strength of pads that are on.
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
      // A touch is captured by its first pad: release it, so that other pads receive events.
      if (pad.hasPointerCapture(event.pointerId)) pad.releasePointerCapture(event.pointerId);
      if (strokes.size === 0) beginGesture();
      const note = pad.dataset['note'] as NoteCode;
      const column = Number(pad.dataset['column']);
      const before = levelAt(beatMaker.beat, note, column);
      const stroke: Stroke = {
        x: event.clientX,
        y: event.clientY,
        level: before > 0 ? 0 : FULL_STRENGTH,
        held: null,
        moved: scope.timeout(() => {
          // A hold restores the pad that the press has removed, at its old strength.
          stroke.held = { note, column, level: before || FULL_STRENGTH };
          set(pad, stroke.held.level);
          latest.current(note, column, stroke.held.level);
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
        const newLevel = level + Math.round((stroke.y - event.clientY) / EIGHTH_PX);
        const next = Math.min(FULL_STRENGTH, Math.max(1, newLevel));
        if (next === levelAt(beatMaker.beat, note, column)) return;
        setLevel(note, column, next);
        latest.current(note, column, next);
        return;
      }
      if (Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) < MAX_HOLD_MOVE_PX) return;
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
