/** Name under which the limiter processor is registered. */
export const LIMITER_PROCESSOR = 'accord-limiter';

/** Maximum output of the limiter, linear: -1 dBFS. */
export const LIMITER_CEILING = 0.891;

/** Limiter to main thread: the first sample of sound after silence. */
export interface LimiterOnset {
  type: 'onset';
  /** Frame on the context's clock, `currentFrame` plus the offset in the quantum. */
  frame: number;
  /** Length of the silence before, s. */
  silence: number;
  /** Time of rendering, ms since the epoch: a worklet has no other clock (WebAudio/web-audio-api#2413). */
  rendered: number;
}
