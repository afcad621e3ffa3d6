/** A note that an engine found; `midi` may be fractional, times in s. */
export interface EstimatedNote {
  midi: number;
  onset: number;
  offset: number;
  /** 0 to 1. */
  confidence?: number;
}

/** A step of a pitch track: time in s, Hz (0: none), and probability of voicing, 0 to 1. */
export type PitchStep = readonly [time: number, hz: number, voicing?: number];

/** The transcription of a sound by an engine. Without a pitch track, one is made from the notes. */
export interface Transcription {
  notes: EstimatedNote[];
  f0?: readonly PitchStep[];
}

/** A transcriber under test: mono samples in, notes out. */
export interface Transcriber {
  analyze(pcm: Float32Array, sampleRate: number): Transcription | Promise<Transcription>;
}
