/** A note as an engine heard it; `midi` may be fractional, times in s. */
export interface HeardNote {
  midi: number;
  onset: number;
  offset: number;
  /** 0 to 1. */
  confidence?: number;
}

/** A step of a pitch track: time in s, Hz (0: none), and how sure that something is voiced, 0 to 1. */
export type PitchStep = readonly [time: number, hz: number, voicing?: number];

/** What an engine makes of a sound. Without a pitch track the notes stand for it. */
export interface Heard {
  notes: HeardNote[];
  f0?: readonly PitchStep[];
}

/** A note detector under test: mono samples in, notes out. */
export interface Engine {
  analyze(pcm: Float32Array, sampleRate: number): Heard | Promise<Heard>;
}
