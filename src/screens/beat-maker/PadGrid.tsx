import { useMemo, useRef, useState, type KeyboardEvent, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useSnapshot } from 'valtio';
import { clamp } from '#core/values/numbers.ts';
import { BAR_STEPS, bandOfRow, FULL_STRENGTH, gridOf, type Band } from '#features/instruments/domain/beat/beat.ts';
import { isRowAudible } from '#features/instruments/domain/beat/beatHits.ts';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { setLevel, toggleMute, toggleSolo } from '#features/instruments/state/beat/beat.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { MIX_COLUMNS, MuteButton, SoloButton } from './MixButtons.tsx';
import { usePainting } from './usePainting.ts';
import { Stack, Text } from '#ui/layout/Box.tsx';
import { Pad, percent } from './Pad.tsx';
import styles from './PadGrid.module.css';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { playingColumn } from '#features/instruments/state/beat/playBeat.ts';

const BAND_NAMES: Readonly<Record<Band, string>> = { top: 'Top', middle: 'Middle', base: 'Base' };
/** Labels over the columns of a bar: beats, and the steps between them. */
const STEP_LABELS = ['1', '+', '2', '+', '3', '+', '4', '+'];

interface PadGridProps {
  /** The shown bar, from 0. */
  bar: number;
  onBar: (bar: number) => void;
  /** On a phone: shows mute and solo in place of the pads. */
  mixing: boolean;
  /** On a desktop: shows mute and solo beside the pads. */
  mix: boolean;
  /** Receives a description of a change made with a key or a held finger. */
  onAnnounce: (words: string) => void;
}

/**
 * The pads of a bar, highest row on top, in three bands. A press toggles at once, a drag paints, and holding a pad
 * changes its strength; arrow keys move between pads. The playing column is marked on the pads per frame from the
 * audio clock, without React.
 */
export function PadGrid({ bar, onBar, mixing, mix, onAnnounce }: PadGridProps) {
  const { beat, playing } = useSnapshot(beatMaker);
  const rows = useMemo(() => gridOf(beat), [beat]);
  const notes = useMemo(() => rows.map((cells) => cells[0]!.note), [rows]);
  const steps = rows[0]?.length ?? 0;
  const grid = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState({ row: 0, column: 0 });
  usePainting(grid, (note, column, level) => onAnnounce(`${note}, step ${column + 1}: ${percent(level)}`));
  usePlayhead(grid, playing, bar);
  usePlayedRows(grid, notes);

  if (rows.length === 0) {
    return (
      <Stack align="center" className={styles.empty}>
        <p>No notes, no rows. Choose the notes of your beat first.</p>
      </Stack>
    );
  }

  const goTo = (row: number, column: number): void => {
    const next = { row: clamp(row, 0, rows.length - 1), column: clamp(column, -MIX_COLUMNS, steps - 1) };
    // Render another bar now, so that its pad exists.
    if (next.column >= 0) flushSync(() => onBar(Math.floor(next.column / BAR_STEPS)));
    grid.current?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-column="${next.column}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, row: number, column: number): void => {
    const { note, level } = rows[row]![Math.max(0, column)]!;
    const key = event.ctrlKey || event.metaKey || event.altKey ? '' : event.key;
    const [down, right] = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -column],
      End: [0, BAR_STEPS * (bar + 1) - 1 - column],
    }[key] ?? [0, 0];
    if (event.shiftKey && down !== 0 && column >= 0) {
      const stronger = clamp(level - down!, 1, FULL_STRENGTH);
      setLevel(note, column, stronger);
      onAnnounce(`${note}, step ${column + 1}: ${percent(stronger)}`);
    } else if (key.toLowerCase() === 'm') {
      onAnnounce(`${note} ${beat.muted.includes(note) ? 'is heard again' : 'muted'}`);
      toggleMute(note);
    } else if (key.toLowerCase() === 's') {
      onAnnounce(`${note} ${beat.solo.includes(note) ? 'is no longer soloed' : 'soloed'}`);
      toggleSolo(note);
    } else if (down !== 0 || right !== 0) {
      goTo(row + down!, column + right!);
    } else if (key !== 'Home' && key !== 'End') {
      return;
    }
    event.preventDefault();
  };
  // The pad in the tab order: the last focused one, or its counterpart in the shown bar.
  const reach = {
    row: clamp(focused.row, 0, rows.length - 1),
    column: focused.column < 0 ? focused.column : bar * BAR_STEPS + (focused.column % BAR_STEPS),
  };
  const part = (row: number, column: number) => ({
    'data-row': row,
    'data-column': column,
    tabIndex:
      row === reach.row && (column === reach.column || (column === bar * BAR_STEPS && reach.column < 0)) ? 0 : -1,
    onFocus: () => setFocused({ row, column }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKey(event, row, column),
  });

  return (
    <Stack gap={2} top narrows className={styles.frame} data-mixing={mixing || undefined} data-mix={mix || undefined}>
      <Text
        as="div"
        size="tiny"
        tone="muted"
        numerals="digits"
        textAlign="center"
        className={styles.count}
        aria-hidden="true"
      >
        {STEP_LABELS.map((word, column) => (
          <span key={column}>{word}</span>
        ))}
      </Text>
      {/* The grid pattern of ARIA's authoring guide: https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */}
      <table
        ref={grid}
        className={styles.grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label="Beat pads"
        aria-describedby="beat-keys"
        aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown M S"
      >
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
                data-silent={!isRowAudible(beat, note, notes) || undefined}
                style={noteStyle(note)}
              >
                <Stack as="th" scope="row" className={styles.header}>
                  {first && <span className={styles.band}>{BAND_NAMES[band]}</span>}
                  <Stack as="span" narrows>
                    <Text as="b" tone="note-ink" weight="bold" numerals="digits" translate="no">
                      {note}
                    </Text>
                    <span className="muted tiny cut">{perfumeNoteOf(note).name}</span>
                  </Stack>
                </Stack>
                <td className={styles.mix}>
                  <MuteButton note={note} pressed={beat.muted.includes(note)} {...part(row, -2)} />
                  <SoloButton note={note} pressed={beat.solo.includes(note)} {...part(row, -1)} />
                </td>
                {cells.slice(bar * BAR_STEPS, (bar + 1) * BAR_STEPS).map((cell, i) => (
                  <Pad key={i} cell={cell} part={part(row, bar * BAR_STEPS + i)} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p id="beat-keys" className="visually-hidden">
        Arrow keys move. Space sets a pad, Shift with the arrow up or down changes its strength. M mutes a row, S solos
        it.
      </p>
    </Stack>
  );
}

/** Marks the pads of the audible column, if the shown bar contains it. */
function usePlayhead(grid: { current: HTMLElement | null }, playing: boolean, bar: number): void {
  useEffect(() => {
    if (!playing) return undefined;
    const scope = new Scope();
    const table = grid.current;
    let shown = -1;
    const clear = (): void => {
      for (const pad of table?.querySelectorAll('[data-playing]') ?? []) pad.removeAttribute('data-playing');
    };
    scope.frames(() => {
      const column = playingColumn();
      if (column === shown) return;
      clear();
      if (Math.floor(column / BAR_STEPS) === bar)
        for (const pad of table?.querySelectorAll(`[data-column="${column}"]`) ?? [])
          pad.setAttribute('data-playing', '');
      shown = column;
    });
    scope.add(clear);
    return () => scope.dispose();
  }, [grid, playing, bar]);
}

/** Marks the row of a note while a MIDI key plays it. */
function usePlayedRows(grid: { current: HTMLElement | null }, notes: readonly NoteCode[]): void {
  useEffect(
    () =>
      onKeys((midi, isDown) => {
        const row = notes.findIndex((note) => midiOf(note) === midi);
        grid.current?.querySelector(`[data-row="${row}"]`)?.closest('tr')?.toggleAttribute('data-played', isDown);
      }),
    [grid, notes],
  );
}
