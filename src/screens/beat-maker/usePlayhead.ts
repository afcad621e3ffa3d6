import { useEffect } from 'react';
import { BAR_STEPS } from '../../features/instruments/domain/beat/beat.ts';
import { Scope } from '../../core/lifetime/scope.ts';
import { playingColumn } from '../../features/instruments/state/beat/playBeat.ts';

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
