import { Scope } from '#core/lifetime/scope.ts';

/** The note tone: a sine at this gain, fading out over its length. */
export const NOTE_GAIN = 0.3;

/** Ramps at the beginning and the end, s: shorter ones click. */
const ATTACK = 0.008;
const RELEASE = 0.02;
/** The fade ends at this share of the gain (-40 dB), then ramps to zero. */
const FLOOR = 0.01;

/** A scheduled note; `stop` ends it early, without a click. */
interface ScheduledNote {
  stop(): void;
}

/**
 * Schedules a note on a context's clock: `when` and `length` in seconds, `velocity` above 0 and up to 1. For offline
 * rendering, where every note may have its own nodes; the page uses the voice pool. Calls `onEnded` when it has faded
 * or was stopped.
 */
export function scheduleNote(
  context: BaseAudioContext,
  output: AudioNode,
  hz: number,
  when: number,
  length: number,
  onEnded?: () => void,
  velocity = 1,
): ScheduledNote {
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hz });
  const envelope = new GainNode(context, { gain: 0 });
  // A separate gain, so that stopping is independent of the envelope.
  const brake = new GainNode(context, { gain: 1 });
  const attack = Math.min(ATTACK, length / 4);
  const release = Math.min(RELEASE, length / 4);
  envelope.gain.setValueAtTime(0, when);
  const gain = NOTE_GAIN * velocity;
  envelope.gain.linearRampToValueAtTime(gain, when + attack);
  envelope.gain.exponentialRampToValueAtTime(gain * FLOOR, when + length - release);
  envelope.gain.linearRampToValueAtTime(0, when + length);
  oscillator.connect(envelope).connect(brake).connect(output);
  oscillator.start(when);
  oscillator.stop(when + length);
  const scope = new Scope();
  scope.listen(oscillator, 'ended', () => {
    scope.dispose();
    brake.disconnect();
    onEnded?.();
  });
  return {
    stop: () => {
      const now = context.currentTime;
      if (now >= when + length) return;
      brake.gain.setValueAtTime(1, now);
      brake.gain.linearRampToValueAtTime(0, now + RELEASE);
      oscillator.stop(Math.max(when, now + RELEASE));
    },
  };
}
