/** The note tone: a sine at this gain, fading out over its length. */
export const NOTE_GAIN = 0.3;

/** Ramps at the beginning and the end, s: shorter ones click. */
const ATTACK = 0.008;
const RELEASE = 0.02;
/** The fade ends at this share of the gain (-40 dB), then ramps to zero. */
const FLOOR = 0.01;

/** A note of a file; s, velocity above 0 and up to 1. */
export interface ToneNote {
  hz: number;
  onset: number;
  length: number;
  velocity: number;
}

/**
 * Schedules a note in an offline context, where every note may have its own nodes; the page uses the voice pool.
 */
export function scheduleNote(context: OfflineAudioContext, { hz, onset, length, velocity }: ToneNote): void {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hz });
  const envelope = new GainNode(context, { gain: 0 });
  const gain = NOTE_GAIN * velocity;
  envelope.gain.setValueAtTime(0, onset);
  envelope.gain.linearRampToValueAtTime(gain, onset + Math.min(ATTACK, length / 4));
  envelope.gain.exponentialRampToValueAtTime(gain * FLOOR, onset + length - Math.min(RELEASE, length / 4));
  envelope.gain.linearRampToValueAtTime(0, onset + length);
  oscillator.connect(envelope).connect(context.destination);
  oscillator.start(onset);
  oscillator.stop(onset + length);
}
