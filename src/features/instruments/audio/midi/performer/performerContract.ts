import type { Control } from '#features/instruments/domain/take/gestures.ts';
import type { Expression } from '#features/instruments/audio/sound/tones/expression.ts';
import type { VoiceId, VoiceNote } from '#features/instruments/audio/sound/tones/voice.ts';

/** The interface of the voices that a performer needs. */
export interface Voices {
  start(note: VoiceNote): VoiceId;
  release(id: VoiceId): void;
  express(id: VoiceId, what: Expression, value: number): void;
  expressAll(source: string, what: Expression, value: number): void;
  resetExpression(source: string): void;
  silence(source: string): void;
}

/** Receives every note and control after it sounds: for the screen and the take. */
export interface PlayedListener {
  /** `velocity` is that of the key, without the soft pedal. */
  onNote(source: string, midi: number, velocity: number): void;
  /** A key went up; a pedal may hold its note. `release` is the velocity on its way, 0 to 1. */
  onKeyUp(source: string, midi: number, release: number): void;
  /** A note ended. */
  onRelease(source: string, midi: number): void;
  /** A device chooses a program, 0 to 127. */
  onProgram(program: number): void;
  /**
   * The current value of a control, as the notes of a source use it; repeated values too. `midi` is the key of `key`.
   */
  onControl(source: string, control: Control, value: number, midi?: number): void;
  /** All controls of a source are at rest. */
  onRest(source: string): void;
}
