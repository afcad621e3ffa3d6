import { useEffect } from 'react';
import type { SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { SoundPlayback } from './playback.ts';
import { soundingAt } from './rollLayout.ts';

/** Highlights the played note, or the notes under the playhead. Updates the DOM per frame, without React. */
export function useLitNotes(
  roll: { current: HTMLDivElement | null },
  { duration, notes }: SoundTrace,
  { sounding, position, note: played }: SoundPlayback,
): void {
  useEffect(() => {
    const element = roll.current;
    if (sounding === null || element === null) return undefined;
    const buttons = [...element.querySelectorAll<HTMLElement>('[data-index]')];
    const playhead = element.parentElement?.querySelector<HTMLElement>('[data-part="playhead"]');
    const light = (lit: ReadonlySet<number>) =>
      buttons.forEach((button, index) => button.toggleAttribute('data-lit', lit.has(index)));
    const scope = new Scope();
    scope.frames(() => {
      if (sounding === 'notes') {
        const code = played();
        light(new Set(notes.flatMap(({ note }, index) => (note === code ? [index] : []))));
        return;
      }
      const time = position();
      light(new Set(soundingAt(notes, time)));
      if (playhead === null || playhead === undefined) return;
      playhead.style.opacity = '1';
      playhead.style.left = `${Math.min(1, time / Math.max(duration, 0.001)) * 100}%`;
    });
    return () => {
      scope.dispose();
      light(new Set());
      if (playhead !== null && playhead !== undefined) playhead.style.opacity = '0';
    };
  }, [sounding, position, played, roll, notes, duration]);
}
