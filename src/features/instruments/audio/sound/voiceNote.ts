import type { Patch } from './patch.ts';

/** A note to sound. */
export interface VoiceNote {
  /** MIDI number, may be fractional. */
  midi: number;
  /** 0 to 1. */
  velocity: number;
  /** On the context's clock, s; now when absent or past. */
  time?: number;
  /** s; of patches that fade by length. */
  length: number;
  /** From `patchFor`; the fading sine by default. */
  patch?: Patch;
  /**
   * Source of the note: expression and stops apply to all notes of a source. Each channel of a device is one.
   */
  source: string;
}

/** Id of a sounding note; a number, so that playing allocates nothing. 0 is no note. */
export type VoiceId = number;
