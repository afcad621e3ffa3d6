import { useEffect } from 'react';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { BAR_STEPS } from '#features/instruments/domain/beat/beat.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { playingColumn } from '#features/instruments/state/beat/playBeat.ts';

/** Marks the pads of the audible column, if the shown bar contains it. */
export function usePlayhead(grid: { current: HTMLElement | null }, playing: boolean, bar: number): void {
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
