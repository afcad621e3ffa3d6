import { useSyncExternalStore } from 'react';
import { DARK_PALETTE, LIGHT_PALETTE, type Palette } from '../domain/drawing/palette.ts';
import { Scope } from '#core/lifetime/scope.ts';

const DARK_QUERY = '(prefers-color-scheme: dark)';

/** The palette of the visitor's current colour scheme; for canvases, outside React. */
export function currentPalette(): Palette {
  return window.matchMedia(DARK_QUERY).matches ? DARK_PALETTE : LIGHT_PALETTE;
}

/** The palette of the visitor's colour scheme; renders again when it changes. */
export function usePalette(): Palette {
  return useSyncExternalStore(watch(DARK_QUERY), currentPalette, () => LIGHT_PALETTE);
}

const watchers = new Map<string, (changed: () => void) => () => void>();

function watch(query: string): (changed: () => void) => () => void {
  let watcher = watchers.get(query);
  if (watcher === undefined) {
    watcher = (changed) => {
      const scope = new Scope();
      scope.listen(window.matchMedia(query), 'change', changed);
      return () => scope.dispose();
    };
    watchers.set(query, watcher);
  }
  return watcher;
}
