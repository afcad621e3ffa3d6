import {
  audibleNotes,
  withQuantise,
  withRecording,
  withTempo,
  type Quantise,
} from '#features/instruments/domain/take/recordedTake.ts';
import type { Take } from '#features/instruments/domain/keyboard/keyboard.ts';
import { swapPreviousTake, change, storeTake, storePreviousTake, openTake, takes } from './takeState.ts';
import { leaveTake, stopPlayingTake } from './recordTake.ts';
import { fragranceOfTake } from '#features/instruments/domain/take/takeFragrance.ts';
import { setRenderedSound } from '../playback/renderFragrance.ts';
import { storePreviousFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { isCoded } from '#core/values/errors.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { notify } from '#core/appState/notices.ts';

/* The changes of the take on the keyboard's screen. */

/** Switches the metronome during recording. */
export function setMetronome(on: boolean): void {
  takes.metronome = on;
  storeTake(takes.take);
}

export function setCountIn(on: boolean): void {
  takes.countIn = on;
  storeTake(takes.take);
}

/** Quantises the playback of the take; keeps the original times. */
export function setQuantise(quantise: Quantise): void {
  stopPlayingTake();
  change(withQuantise(takes.take, quantise));
}

/** Sets the tempo, 60 to 180 beats a minute; also changes that of a finished recording. */
export function setTempo(bpm: number): void {
  if (takes.phase !== 'idle' && takes.phase !== 'playing') return;
  stopPlayingTake();
  change(withTempo(takes.take, bpm));
}

/** Begins with notes from elsewhere in the place of the present take, which can be brought back. */
export function replaceTake(notes: Take): void {
  openTake();
  leaveTake();
  storePreviousTake();
  change(withRecording(takes.take, notes, true));
}

/** Brings back the take that the present one has replaced; the present one can be brought back in its turn. */
export function restorePreviousTake(): void {
  stopPlayingTake();
  swapPreviousTake();
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

/**
 * Makes a take the current fragrance.
 * @param sound renders the sound to share with it; without it, its notes are shared
 * @throws RangeError when the take holds no note
 */
export function makeFragranceOfTake(take: Take, sound?: () => Promise<Blob>): void {
  const fragrance = fragranceOfTake(take, new Date());
  storePreviousFragrance();
  setCurrentFragrance(fragrance);
  if (sound !== undefined) setRenderedSound(fragrance, sound);
}

/** Loads the code that renders a take to a sound file. */
const loadTakeSound = () => import('#features/instruments/audio/take/takeSound.ts');

/** Saves the audible take as a MIDI file. */
export async function exportTake(): Promise<void> {
  const { take } = takes;
  if (take.notes.length === 0) return;
  const { takeToMidi } = await import('#features/instruments/audio/midi/file/midiFile.ts');
  saveFile(new Blob([takeToMidi(audibleNotes(take), take.bpm)], { type: 'audio/midi' }), 'accord-keyboard.mid');
}

const latestTask = new LatestTask();

/**
 * Saves the audible take as a sound file, rendered on this device; shows a notice on failure. Does nothing while one is
 * rendered.
 */
export async function exportTakeSound(): Promise<void> {
  const { take } = takes;
  if (take.notes.length === 0 || takes.rendering !== null) return;
  const signal = latestTask.begin();
  takes.rendering = 0;
  try {
    const { takeWav } = await loadTakeSound();
    const onProgress = (share: number): void => {
      takes.rendering = share;
    };
    const file = await takeWav(audibleNotes(take), { signal, onProgress });
    if (!signal.aborted) saveFile(file, 'accord-keyboard.wav');
  } catch (error) {
    if (signal.aborted) return;
    notify({
      kind: 'error',
      title: 'The sound could not be rendered',
      description: isCoded(error, 'tones')
        ? 'Its tones could not be loaded: check your connection and try again. MIDI still works.'
        : 'This device may not have room for so long a take. MIDI still works.',
      key: 'take',
    });
  } finally {
    // After a cancellation the next one may be rendered already.
    if (!signal.aborted) takes.rendering = null;
  }
}

/** Cancels the rendering of the sound file. */
export function cancelTakeSound(): void {
  latestTask.abort();
  takes.rendering = null;
}
