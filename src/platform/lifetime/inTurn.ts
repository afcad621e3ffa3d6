import { afterNextPaint } from './nextPaint.ts';
import type { Disposer } from './scope.ts';

const waiting = new Set<() => void>();
let busy = false;

function goOn(): void {
  busy = waiting.size > 0;
  if (!busy) return;
  afterNextPaint(() => {
    const [work] = waiting;
    try {
      if (work !== undefined) {
        waiting.delete(work);
        work();
      }
    } finally {
      // One that fails keeps none of the others from their turn.
      goOn();
    }
  });
}

/**
 * Does work that can wait until what is there has been painted: one piece a frame, in the order in which they came, so that a
 * press in between is answered. Returns what calls it off.
 */
export function inTurn(work: () => void): Disposer {
  const piece = () => work();
  waiting.add(piece);
  if (!busy) goOn();
  return () => void waiting.delete(piece);
}

/** Does at once what waits, for tests, which look at the whole; false where nothing did. */
export function doAll(): boolean {
  const pieces = [...waiting];
  waiting.clear();
  for (const work of pieces) work();
  return pieces.length > 0;
}
