import type { Control } from '#features/instruments/domain/take/gestures.ts';
import type { Expression } from '../../sound/tones/expression.ts';
import type { VoiceId, VoiceNote } from '../../sound/voiceNote.ts';

/** The interface of the voices that a performer needs. */
export interface Voices {
  start(note: VoiceNote): VoiceId;
  release(id: VoiceId): void;
  express(id: VoiceId, what: Expression, value: number): void;
  expressAll(source: string, what: Expression, value: number): void;
  resetExpression(source: string): void;
  silence(source: string): void;
}

/**
 * Receives every note and message after it sounds: for the screen, the take and other devices. `out` is the channel on
 * another device (`Channel.out`).
 */
export interface PlayedListener {
  /** `velocity` is that of the key, without the soft pedal. */
  onNote(source: string, midi: number, velocity: number, out: number): void;
  onRelease(source: string, midi: number, out: number): void;
  /** A device chooses a program, 0 to 127. */
  onProgram(program: number): void;
  /** The current value of a control, as the notes of a source use it; repeated values too. `midi` is the key of `key`. */
  onControl(source: string, control: Control, value: number, midi?: number): void;
  /** All controls of a source are at rest. */
  onRest(source: string): void;
  /** A channel message other than a note, in the bytes of MIDI; pressure of a key is that of the sounding number. */
  onMessage(source: string, out: number, status: number, first: number, second: number): void;
  /** A device announces an MPE zone. */
  onZone(device: string, leader: number, members: number): void;
}

/** Receives a device's clock. Times are those given with the message. */
export interface ClockListener {
  onClock(device: string, time: number): void;
  /** The song starts from the beginning. */
  onStart(device: string): void;
  /** The song resumes from its last position. */
  onResume(device: string): void;
  onHalt(device: string): void;
  /** In sixteenth notes. */
  onPosition(device: string, sixteenths: number): void;
}
