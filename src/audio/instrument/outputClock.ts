import type { OutputDelays, OutputMoment } from './latencyMeter.ts';

/** A moment that is told may lie so far in the future; one further ahead is none, ms. */
const MAX_AHEAD_MS = 100;

/** What is asked of a context here. */
export type OutputClock = Pick<AudioContext, 'baseLatency' | 'outputLatency' | 'currentTime' | 'getOutputTimestamp'>;

/**
 * False in Firefox on Linux, whose page may hang for good over the question how far behind its output is. `outputLatency`
 * and `getOutputTimestamp` wait there for PulseAudio's lock with the lock of the audio graph in hand; PulseAudio holds its
 * own while it waits for the sound of that graph. Measured with ESR 153: the first key on the keyboard hung the page in four of
 * five visits to a busy machine, and in none of 42 without the question. We know of no thread about it yet; mozilla/audioipc#187
 * tells how such questions queue behind one another.
 */
export function mayAskForDelay(userAgent: string = navigator.userAgent): boolean {
  return !/Linux(?!; Android).*Firefox\//.test(userAgent);
}

/** What a sample's time on the context's clock (s) and the moment at which it was rendered (ms since the epoch) say of the output. */
export function renderedMoment(contextTime: number, rendered: number): OutputMoment {
  return { contextTime, performanceTime: performance.now() - (Date.now() - rendered) };
}

/**
 * Which moment of the context's clock the speakers are at; estimated where the browser does not tell: from `rendered`, a sample
 * of which that is known, or else from the clock itself. In Firefox with PulseAudio this leaps by up to 70 ms at a time.
 */
export function outputMoment(
  context: OutputClock,
  mayAsk: boolean = mayAskForDelay(),
  rendered: OutputMoment = { contextTime: context.currentTime, performanceTime: performance.now() },
): OutputMoment {
  const now = performance.now();
  const delay = (mayAsk && context.outputLatency) || context.baseLatency || 0;
  const { contextTime = 0, performanceTime = 0 } = mayAsk ? context.getOutputTimestamp() : {};
  // WebKitGTK 2.50 adds the context's own time to the moment, which so lies ever further in the future.
  if (!(performanceTime > 0 && contextTime > 0 && performanceTime < now + MAX_AHEAD_MS))
    return { contextTime: rendered.contextTime - delay, performanceTime: rendered.performanceTime };
  // Firefox gives the moment that is computed, not the one that is heard: there the output's delay is taken off here.
  const behind = context.currentTime - (contextTime + (now - performanceTime) / 1000);
  return { contextTime: behind < delay / 2 ? contextTime - delay : contextTime, performanceTime };
}

/** What the browser says of its delays; 0 and nothing are the same to one that does not say. */
export function outputDelays(context: OutputClock, mayAsk: boolean = mayAskForDelay()): OutputDelays {
  const output = mayAsk ? context.outputLatency : 0;
  return { base: context.baseLatency * 1000, output: output > 0 ? output * 1000 : null };
}
