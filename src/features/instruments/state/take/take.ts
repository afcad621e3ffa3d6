import { audibleNotes, withQuantise, withRecording, withTempo, type Quantise } from '../../domain/take/recordedTake.ts';
import type { Take } from '../../domain/keyboard/keyboard.ts';
import { loadTakeSound } from './takeFile.ts';
import { makeFragranceOfTake } from './takeFragrance.ts';
import { bringBackTake, change, keep, keepFormerTake, openTake, takes } from './takeState.ts';
import { leaveTake, stopPlayingTake } from './recordTake.ts';

/* The changes of the take on the keyboard's screen. */

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

/** Begins with notes from elsewhere in the place of the present take, which can be brought back. */
export function takeUp(notes: Take): void {
  openTake();
  leaveTake();
  keepFormerTake();
  change(withRecording(takes.take, notes, true));
}

/** Brings back the take that the present one has replaced; the present one can be brought back in its turn. */
export function returnToFormerTake(): void {
  stopPlayingTake();
  bringBackTake();
}

/** Makes the audible take the current fragrance. @returns false when there is no take */
export function createFromTake(): boolean {
  leaveTake();
  if (takes.take.notes.length === 0) return false;
  const heard = audibleNotes(takes.take);
  makeFragranceOfTake(heard, async () => {
    const { SHARE_QUALITY, takeWav } = await loadTakeSound();
    return takeWav(heard, SHARE_QUALITY);
  });
  return true;
}
