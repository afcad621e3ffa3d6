import { proxy, ref } from 'valtio';
import { TakeRecorder } from '../../audio/instrument/takeRecorder.ts';
import type { Take } from '../../domain/pitch/keyboard.ts';
import { busyWhile } from '../shell/busy.ts';
import { notify } from '../shell/notices.ts';
import { makeFragranceOfTake } from './takeFragrance.ts';

/** What is recorded of the playing on the keyboard. */
export const takes = proxy<{
  recording: boolean;
  /** Notes in the take that is being recorded. */
  recordedNotes: number;
  /** The last take that holds a note. */
  take: Take | null;
}>({ recording: false, recordedNotes: 0, take: null });
// A take lives in memory only.
busyWhile(takes, () => takes.recording || takes.take !== null);

let recorder: TakeRecorder | null = null;

/** A note began that the take holds, if one is recorded; `eventTime` is its event's `timeStamp`, ms. */
export function takeNoteOn(source: string, midi: number, velocity: number, eventTime: number): void {
  if (recorder === null) return;
  recorder.noteOn(source, midi, velocity, seconds(eventTime));
  takes.recordedNotes = recorder.count;
  if (recorder.isFull(seconds(eventTime))) stopTake();
}

/** A note ended; harmless when no take holds it. */
export function takeNoteOff(source: string, midi: number, eventTime: number): void {
  recorder?.noteOff(source, midi, seconds(eventTime));
}

/** Begins a new take; the last one is kept until then. */
export function startTake(): void {
  recorder = new TakeRecorder(performance.now() / 1000);
  takes.recording = true;
  takes.recordedNotes = 0;
  takes.take = null;
}

/** Ends the take; one without a note is put aside. */
export function stopTake(): void {
  if (recorder === null) return;
  const take = recorder.finish(performance.now() / 1000);
  recorder = null;
  takes.recording = false;
  takes.take = take.notes.length > 0 ? ref(take) : null;
  if (take.notes.length === 0)
    notify({
      kind: 'info',
      title: 'Nothing was played',
      description: 'Press Record, then play a few notes.',
      key: 'take',
    });
}

/** Makes the take the current fragrance. @returns false when there is no take */
export function createFromTake(): boolean {
  const { take } = takes;
  if (take === null) return false;
  makeFragranceOfTake(take);
  return true;
}

/** Saves the take as a MIDI file. */
export async function exportTake(): Promise<void> {
  const { take } = takes;
  if (take === null) return;
  const [{ takeToMidi }, { saveFile }] = await Promise.all([
    import('../../audio/instrument/midiFile.ts'),
    import('../../platform/storage/saveFile.ts'),
  ]);
  saveFile(new Blob([takeToMidi(take)], { type: 'audio/midi' }), 'accord-takes.mid');
}

/** The screen is left: what is being recorded ends without a word. */
export function leaveTake(): void {
  recorder = null;
  takes.recording = false;
}

function seconds(eventTime: number): number {
  return (eventTime > 0 ? eventTime : performance.now()) / 1000;
}
