import { useEffect } from 'react';
import { midiOf, type NoteCode } from '#ear/values/pitch.ts';
import { onKeys } from '../../features/instruments/state/keyboard/keyLights.ts';

/** Marks the row of a note while a MIDI key plays it. */
export function usePlayedRows(grid: { current: HTMLElement | null }, notes: readonly NoteCode[]): void {
  useEffect(
    () =>
      onKeys((midi, isDown) => {
        const row = notes.findIndex((note) => midiOf(note) === midi);
        grid.current?.querySelector(`[data-row="${row}"]`)?.closest('tr')?.toggleAttribute('data-played', isDown);
      }),
    [grid, notes],
  );
}
