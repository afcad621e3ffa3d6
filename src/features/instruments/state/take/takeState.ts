import { proxy, ref } from 'valtio';
import { EMPTY_TAKE, type RecordedTake } from '#features/instruments/domain/take/recordedTake.ts';
import { readTakeDraft, takeDraft } from '#features/instruments/domain/schema/take.ts';
import { localStore } from '#core/storage/localStore.ts';
import { busyWhile } from '#core/appState/busy.ts';

/** Local key of the draft. */
const TAKE_KEY = 'accord:take';
/** Local key of the take that the draft has replaced. */
const FORMER_TAKE_KEY = 'accord:former-take';

/** The recording of notes played on the keyboard. */
export const takes = proxy<{
  phase: 'idle' | 'count-in' | 'recording' | 'playing';
  /** Beats left of the count-in; 0 while the sound opens. */
  countdown: number;
  /** Notes that are recorded so far. */
  recordedNotes: number;
  /** Replaced whole, never mutated. */
  take: RecordedTake;
  /** One step back: the take that the present one has replaced; null when there is none. */
  former: RecordedTake | null;
  metronome: boolean;
  countIn: boolean;
  /** The sound file that is being rendered: 0 to 1, null when there is none. */
  rendering: number | null;
  /** True when it is stored on this device and survives a reload. */
  isStored: boolean;
}>({
  phase: 'idle',
  countdown: 0,
  recordedNotes: 0,
  take: ref(EMPTY_TAKE),
  former: null,
  metronome: false,
  countIn: false,
  rendering: null,
  isStored: true,
});
busyWhile(takes, () => takes.phase === 'count-in' || takes.phase === 'recording' || !takes.isStored);

let isOpened = false;

/** Call it when the screen opens: restores the stored take. */
export function openTake(): void {
  if (isOpened) return;
  isOpened = true;
  const former = readTakeDraft(localStore.read(FORMER_TAKE_KEY));
  if (former !== null && takes.former === null) takes.former = ref(former.take);
  const isStored = readTakeDraft(localStore.read(TAKE_KEY));
  if (isStored === null || takes.take.notes.length > 0 || takes.phase !== 'idle') return;
  takes.take = ref(isStored.take);
  takes.metronome = isStored.metronome;
  takes.countIn = isStored.countIn;
}

/** Replaces the take, and stores it. */
export function change(take: RecordedTake): void {
  if (take === takes.take) return;
  takes.take = ref(take);
  storeTake(take);
}

/** Stores a take with the settings. */
export function storeTake(take: RecordedTake): void {
  takes.isStored = localStore.keep(TAKE_KEY, withSettings(take));
}

/** Keeps the present take, if it has notes, before another replaces it; in memory only where the device is full. */
export function storePreviousTake(): void {
  const { take } = takes;
  if (take.notes.length === 0 || take === takes.former) return;
  takes.former = ref(take);
  if (!localStore.keep(FORMER_TAKE_KEY, withSettings(take))) localStore.remove(FORMER_TAKE_KEY);
}

/** Goes one step back. Swaps the two takes, so that the step can be undone. */
export function swapPreviousTake(): void {
  const { former } = takes;
  if (former === null) return;
  storePreviousTake();
  change(former);
}

function withSettings(take: RecordedTake): unknown {
  const { metronome, countIn } = takes;
  return takeDraft({ metronome, countIn, take });
}
