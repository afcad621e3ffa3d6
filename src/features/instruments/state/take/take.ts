import {
  heardTake,
  withLayer,
  withoutLayers,
  withQuantise,
  withTempo,
  type Quantise,
} from '../../domain/take/layeredTake.ts';
import type { Take } from '../../domain/keyboard/keyboard.ts';
import { makeFragranceOfTake } from './takeFragrance.ts';
import { change, keep, openTake, stepBack, stepForward, takes } from './takeState.ts';
import { isRecordingTake, leaveTake, stopPlayingTake } from './recordTake.ts';

/* The changes of the take on the keyboard's screen, with undo. */

/** Switches the metronome during recording. */
export function setMetronome(on: boolean): void {
  takes.metronome = on;
  keep(takes.take);
}

export function setCountIn(on: boolean): void {
  takes.countIn = on;
  keep(takes.take);
}

/** Quantises the playback of the take; keeps the original times. */
export function setQuantise(quantise: Quantise): void {
  stopPlayingTake();
  change(withQuantise(takes.take, quantise));
}

/** Sets the tempo, 60 to 180 beats a minute; also changes what is recorded already. */
export function setTempo(bpm: number): void {
  if (takes.phase !== 'idle' && takes.phase !== 'playing') return;
  stopPlayingTake();
  change(withTempo(takes.take, bpm));
}

/** Starts a new take. Undo restores the layers, including one that was being recorded. */
export function newTake(): void {
  leaveTake();
  if (takes.take.layers.length > 0) change(withoutLayers(takes.take));
}

/** Begins with notes from elsewhere instead of the present layers, which Undo restores. */
export function takeUp(notes: Take): void {
  openTake();
  leaveTake();
  change(withLayer(withoutLayers(takes.take), notes, true));
}

/** Undoes the last step; while recording, the current layer, which Redo restores. */
export function undoTake(): void {
  leaveTake();
  stepBack();
}

/**
 * Redoes the last undone step. Does nothing while recording: the layer is a new step, with nothing to redo after it.
 */
export function redoTake(): void {
  if (isRecordingTake()) return;
  stopPlayingTake();
  stepForward();
}

/** Makes the audible take the current fragrance. @returns false when there is no take */
export function createFromTake(): boolean {
  leaveTake();
  if (takes.take.layers.length === 0) return false;
  const heard = heardTake(takes.take);
  makeFragranceOfTake(heard, async () => {
    const { SHARE_QUALITY, takeWav } = await import('../../audio/take/takeSound.ts');
    return takeWav(heard, SHARE_QUALITY);
  });
  return true;
}
