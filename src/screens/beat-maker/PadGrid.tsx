import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { bandOfRow, COLUMNS, gridOf, type Band, type BeatCell } from '../../domain/pitch/beat.ts';
import { perfumeNoteOf } from '../../domain/catalogue/catalogue.ts';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { beat, beginGesture, endGesture, playingColumn, setPad } from '../../state/instruments/beat.ts';
import { noteStyle } from '../../ui/fragrance/noteStyle.ts';
import styles from './PadGrid.module.css';

const BAND_NAMES: Readonly<Record<Band, string>> = { top: 'Top', middle: 'Middle', base: 'Base' };
/** What is counted over the columns: beats, and the steps between them. */
const COUNT = ['1', '+', '2', '+', '3', '+', '4', '+'];

/**
 * The pads, highest row on top, in three bands. A press toggles at once and a drag paints; arrow keys walk from pad to
 * pad. The playing column is set on the pads themselves from the audio clock, frame by frame, past React.
 */
export function PadGrid() {
  const { pattern, playing } = useSnapshot(beat);
  const rows = useMemo(() => gridOf(pattern), [pattern]);
  const grid = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState({ row: 0, column: 0 });
  usePainting(grid);
  usePlayhead(grid, playing);

  if (rows.length === 0) {
    return (
      <div className={styles.empty}>
        <p>No notes, no rows. Choose the notes of your beat first.</p>
      </div>
    );
  }

  const walk = (event: KeyboardEvent<HTMLElement>, row: number, column: number): void => {
    const [down, right] = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -COLUMNS],
      End: [0, COLUMNS],
    }[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const next = { row: within(row + down!, rows.length), column: within(column + right!, COLUMNS) };
    grid.current!.querySelector<HTMLElement>(`[data-row="${next.row}"][data-column="${next.column}"]`)?.focus();
  };
  const reach = { row: within(focused.row, rows.length), column: focused.column };

  return (
    <div className={styles.frame}>
      <div className={styles.count} aria-hidden="true">
        {COUNT.map((word, column) => (
          <span key={column}>{word}</span>
        ))}
      </div>
      {/* The pattern that ARIA's authoring guide gives for a grid: https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} className={styles.grid} role="grid" aria-label="Beat pads">
        <tbody>
          {rows.map((cells, row) => {
            const { note } = cells[0]!;
            const band = bandOfRow(row, rows.length);
            const first = row === 0 || bandOfRow(row - 1, rows.length) !== band;
            return (
              <tr
                key={note}
                className={styles.row}
                data-first={(first && row > 0) || undefined}
                style={noteStyle(note)}
              >
                <th scope="row" className={styles.header}>
                  {first && <span className={styles.band}>{BAND_NAMES[band]}</span>}
                  <b className={styles.code}>{note}</b>
                  <span className={styles.perfume}>{perfumeNoteOf(note).name}</span>
                </th>
                {cells.map((cell, column) => (
                  <Pad
                    key={column}
                    cell={cell}
                    row={row}
                    column={column}
                    reachable={row === reach.row && column === reach.column}
                    onFocus={() => setFocused({ row, column })}
                    onKeyDown={(event) => walk(event, row, column)}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface PadProps {
  cell: BeatCell;
  row: number;
  column: number;
  reachable: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function Pad({ cell, row, column, reachable, onFocus, onKeyDown }: PadProps) {
  const { note, isActive } = cell;
  return (
    <td className={styles.cell}>
      <button
        type="button"
        className={styles.pad}
        data-row={row}
        data-column={column}
        data-note={note}
        data-on={isActive || undefined}
        data-beat={column % 2 === 0 || undefined}
        aria-pressed={isActive}
        aria-label={`${note}, ${perfumeNoteOf(note).name}, step ${column + 1}`}
        tabIndex={reachable ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        // A pointer has toggled on press; what comes without one is a key or a screen reader.
        onClick={(event) => {
          if (event.detail === 0) setPad(note, column, !isActive);
        }}
      >
        {column === 0 && <span className={styles.inside}>{note}</span>}
      </button>
    </td>
  );
}

/** Press toggles a pad, and a drag gives every pad on its way the same state; one drag is one step of undo. */
function usePainting(grid: { current: HTMLElement | null }): void {
  useEffect(() => {
    const scope = new Scope();
    const strokes = new Map<number, boolean>();
    const paint = (x: number, y: number, pointer: number): void => {
      const pad = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-note]');
      const on = strokes.get(pointer);
      if (pad === null || pad === undefined || on === undefined || !grid.current?.contains(pad)) return;
      // Drawn at once; React comes to the same result a moment later.
      if (on) pad.setAttribute('data-on', 'true');
      else pad.removeAttribute('data-on');
      setPad(pad.dataset['note'] as NoteCode, Number(pad.dataset['column']), on);
    };
    const end = ({ pointerId }: PointerEvent): void => {
      if (strokes.delete(pointerId) && strokes.size === 0) endGesture();
    };
    scope.listen(document, 'pointerdown', (event) => {
      const pad = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-note]') : null;
      if (event.button !== 0 || pad === null || !grid.current?.contains(pad)) return;
      // A touch is captured by its first pad; without that the others learn of it.
      if (pad.hasPointerCapture(event.pointerId)) pad.releasePointerCapture(event.pointerId);
      if (strokes.size === 0) beginGesture();
      strokes.set(event.pointerId, !pad.hasAttribute('data-on'));
      paint(event.clientX, event.clientY, event.pointerId);
    });
    scope.listen(document, 'pointermove', (event) => {
      if (!strokes.has(event.pointerId)) return;
      const way = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of way.length > 0 ? way : [event]) paint(clientX, clientY, event.pointerId);
    });
    scope.listen(document, 'pointerup', end);
    scope.listen(document, 'pointercancel', end);
    scope.add(() => {
      if (strokes.size > 0) endGesture();
    });
    return () => scope.dispose();
  }, [grid]);
}

/** Marks the pads of the column that can be heard right now. */
function usePlayhead(grid: { current: HTMLElement | null }, playing: boolean): void {
  useEffect(() => {
    if (!playing) return undefined;
    const scope = new Scope();
    let shown = -1;
    const mark = (column: number, on: boolean): void => {
      for (const pad of grid.current?.querySelectorAll(`[data-column="${column}"]`) ?? [])
        pad.toggleAttribute('data-playing', on);
    };
    scope.frames(() => {
      const column = playingColumn();
      if (column === shown) return;
      mark(shown, false);
      mark(column, true);
      shown = column;
    });
    scope.add(() => mark(shown, false));
    return () => scope.dispose();
  }, [grid, playing]);
}

function within(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, value));
}
