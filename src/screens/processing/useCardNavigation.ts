import { useEffect, useRef } from 'react';
import { Scope } from '#core/lifetime/scope.ts';

const KEY_DIRECTIONS: Readonly<Partial<Record<string, 1 | -1>>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};
/** A tap in this share of the width, from the left, goes back. */
const BACK_SHARE = 1 / 3;

/** Turns cards by the arrow keys, and by taps outside links and buttons: on the left back, elsewhere forward. */
export function useCardNavigation(onTurn: (by: 1 | -1) => void): void {
  const latest = useRef(onTurn);
  useEffect(() => {
    latest.current = onTurn;
  });
  useEffect(() => {
    const scope = new Scope();
    scope.listen<KeyboardEvent>(window, 'keydown', ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
      const by = KEY_DIRECTIONS[key];
      if (by !== undefined && !altKey && !ctrlKey && !metaKey && !shiftKey) latest.current(by);
    });
    scope.listen<MouseEvent>(window, 'click', ({ target, clientX }) => {
      if (!(target instanceof Element) || target.closest('main') === null) return;
      if (target.closest('a, button, input, summary, [role="button"]') !== null) return;
      latest.current(clientX < window.innerWidth * BACK_SHARE ? -1 : 1);
    });
    return () => scope.dispose();
  }, []);
}
