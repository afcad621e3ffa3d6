import './quietTone.ts';
import { Context } from 'tone/build/esm/core/context/Context.js';
import { setContext } from 'tone/build/esm/core/context/GlobalContext.js';
import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { LOOKAHEAD_S } from './transport.ts';

/*
 * Tone's parts are imported by file: its index creates another AudioContext while loading, and is three times as big.
 * Only its context is used: a worker's timer drives it, which a busy or hidden page does not slow down. Its Clock is
 * not used: it skips a tick that rounds to before the start of its window (Tone.js#1444), and so the first tick
 * whenever begin * frequency / frequency is below begin, which is one start of twelve at 180 beats a minute.
 */

/** Interval of the worker's timer, s. */
const UPDATE_INTERVAL_S = 0.03;

/** A Tone context on the page's native one, with the transport's lookahead. It becomes Tone's default. */
export function toneContextOn(native: AudioContext): BaseContext {
  const stateListener = native.onstatechange;
  const context = new Context({
    context: native,
    clockSource: 'worker',
    latencyHint: 'interactive',
    lookAhead: LOOKAHEAD_S,
    updateInterval: UPDATE_INTERVAL_S,
  });
  // Tone overwrites the context's `onstatechange`: restore it.
  if (stateListener !== null) native.onstatechange = stateListener;
  setContext(context);
  return context;
}
