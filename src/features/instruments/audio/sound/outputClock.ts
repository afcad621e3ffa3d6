import type { OutputDelays, OutputMoment } from './latencyMeter.ts';

/** Maximum lead of a reported time, ms; later ones are wrong. */
const MAX_AHEAD_MS = 100;

/** The used properties of a context. */
export type OutputClock = Pick<AudioContext, 'baseLatency' | 'outputLatency' | 'currentTime' | 'getOutputTimestamp'>;

/**
 * False in Firefox on Linux, whose page may hang for good when asked for the delay of its output. `outputLatency` and
 * `getOutputTimestamp` wait there for PulseAudio's lock while holding the lock of the audio graph; PulseAudio holds its
 * own while it waits for that graph. Measured with ESR 153: the first key on the keyboard hung the page in four of five
 * visits to a busy machine, and in none of 42 without the question. We found no thread about it; mozilla/audioipc#187
 * describes how such calls queue up.
 */
export function canReadOutputDelay(userAgent: string = navigator.userAgent): boolean {
  return !/Linux(?!; Android).*Firefox\//.test(userAgent);
}

/**
 * The output moment of a sample's time on the context's clock (s) and the time when it was rendered (ms since the
 * epoch).
 */
export function renderedMoment(contextTime: number, rendered: number): OutputMoment {
  return { contextTime, performanceTime: performance.now() - (Date.now() - rendered) };
}

/**
 * The time of the context's clock at the speakers. Estimated when the browser does not report it: from a `rendered`
 * sample, else from the clock itself. In Firefox with PulseAudio it jumps by up to 70 ms.
 */
export function outputMoment(
  context: OutputClock,
  canRead: boolean = canReadOutputDelay(),
  rendered: OutputMoment = { contextTime: context.currentTime, performanceTime: performance.now() },
): OutputMoment {
  const now = performance.now();
  const delay = (canRead && context.outputLatency) || context.baseLatency || 0;
  const { contextTime = 0, performanceTime = 0 } = canRead ? context.getOutputTimestamp() : {};
  // WebKitGTK 2.50 adds the context's own time, so that it runs ever further ahead.
  if (!(performanceTime > 0 && contextTime > 0 && performanceTime < now + MAX_AHEAD_MS))
    return { contextTime: rendered.contextTime - delay, performanceTime: rendered.performanceTime };
  // Firefox reports the computed time, not the audible one: subtract the output's delay.
  const behind = context.currentTime - (contextTime + (now - performanceTime) / 1000);
  return { contextTime: behind < delay / 2 ? contextTime - delay : contextTime, performanceTime };
}

/** The delays that the browser reports; null where `outputLatency` is 0 or missing. */
export function outputDelays(context: OutputClock, canRead: boolean = canReadOutputDelay()): OutputDelays {
  const output = canRead ? context.outputLatency : 0;
  return { base: context.baseLatency * 1000, output: output > 0 ? output * 1000 : null };
}
