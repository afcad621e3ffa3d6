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

/** Receives every note after it sounds: for the screen, the take and other devices. */
export interface PlayedListener {
  onNote(source: string, midi: number, velocity: number, voice: VoiceId): void;
  onRelease(source: string, midi: number): void;
  /** A device chooses a program, 0 to 127. */
  onProgram(program: number): void;
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
