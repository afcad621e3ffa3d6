import { proxy, ref } from 'valtio';
import { EMPTY_TAKE, type RecordedTake } from '../../domain/take/recordedTake.ts';
import { readTakeDraft, takeDraft } from '../../domain/schema/take.ts';
import { localStore } from '#core/storage/localStore.ts';
import { busyWhile } from '#core/shell/busy.ts';

/** Local key of the draft. */
const TAKE_KEY = 'accord:take';

/** The recording of what is played on the keyboard. */
export const takes = proxy<{
  phase: 'idle' | 'count-in' | 'recording' | 'playing';
  /** Beats left of the count-in; 0 while the sound opens. */
  countdown: number;
  /** Notes that are recorded so far. */
  recordedNotes: number;
  /** Replaced whole, never mutated. */
  take: RecordedTake;
  metronome: boolean;
  countIn: boolean;
  /** True when it is stored on this device and survives a reload. */
  kept: boolean;
}>({
  phase: 'idle',
  countdown: 0,
  recordedNotes: 0,
  take: ref(EMPTY_TAKE),
  metronome: false,
  countIn: false,
  kept: true,
});
busyWhile(takes, () => takes.phase === 'count-in' || takes.phase === 'recording' || !takes.kept);

let opened = false;

/** Call it when the screen opens: restores the stored take. */
export function openTake(): void {
  if (opened) return;
  opened = true;
  const kept = readTakeDraft(localStore.read(TAKE_KEY));
  if (kept === null || takes.take.notes.length > 0 || takes.phase !== 'idle') return;
  takes.take = ref(kept.take);
  takes.metronome = kept.metronome;
  takes.countIn = kept.countIn;
}

/** Replaces the take, and stores it. */
export function change(take: RecordedTake): void {
  if (take === takes.take) return;
  takes.take = ref(take);
  keep(take);
}

/** Stores a take with the settings. */
export function keep(take: RecordedTake): void {
  const { metronome, countIn } = takes;
  takes.kept = localStore.keep(TAKE_KEY, takeDraft({ metronome, countIn, take }));
}
