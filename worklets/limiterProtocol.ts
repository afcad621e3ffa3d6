/** Name under which the limiter processor is registered. */
export const LIMITER_PROCESSOR = 'accord-limiter';

/** The highest sample that leaves the limiter, linear: -1 dBFS. */
export const LIMITER_CEILING = 0.891;

/** Limiter to main thread: the first sample of sound after silence. */
export interface LimiterOnset {
  type: 'onset';
  /** Frame on the context's clock, `currentFrame` plus the offset in the quantum. */
  frame: number;
  /** How long it was silent before, s. */
  silence: number;
  /** When it was rendered, ms since the epoch: a worklet has no other clock (WebAudio/web-audio-api#2413). */
  rendered: number;
}
