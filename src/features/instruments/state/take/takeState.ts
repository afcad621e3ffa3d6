import { proxy, ref } from 'valtio';
import { EMPTY_TAKE, type LayeredTake } from '../../domain/take/layeredTake.ts';
import { readTakeDraft, takeDraft } from '../../domain/schema/take.ts';
import { localStore } from '#core/storage/localStore.ts';
import { busyWhile } from '#core/shell/busy.ts';
import { History } from '../beat/history.ts';

/** Local key of the draft. */
const TAKE_KEY = 'accord:take';

/** The recording of what is played on the keyboard. */
export const takes = proxy<{
  phase: 'idle' | 'count-in' | 'recording' | 'playing';
  /** Beats left of the count-in. */
  countdown: number;
  /** Notes in the layer being recorded. */
  recordedNotes: number;
  /** Replaced whole, never mutated. */
  take: LayeredTake;
  metronome: boolean;
  countIn: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** True when it is stored on this device and survives a reload. */
  kept: boolean;
}>({
  phase: 'idle',
  countdown: 0,
  recordedNotes: 0,
  take: ref(EMPTY_TAKE),
  metronome: false,
  countIn: false,
  canUndo: false,
  canRedo: false,
  kept: true,
});
busyWhile(takes, () => takes.phase === 'count-in' || takes.phase === 'recording' || !takes.kept);

const history = new History<LayeredTake>();
let opened = false;

/** Call it when the screen opens: restores the stored take. */
export function openTake(): void {
  if (opened) return;
  opened = true;
  const kept = readTakeDraft(localStore.read(TAKE_KEY));
  if (kept === null || takes.take.layers.length > 0 || takes.phase !== 'idle') return;
  takes.take = ref(kept.take);
  takes.metronome = kept.metronome;
  takes.countIn = kept.countIn;
}

/** Replaces the take; one step of undo. */
export function change(take: LayeredTake): void {
  if (take === takes.take) return;
  history.changing(takes.take);
  show(take);
}

/** Restores the take before the last change. */
export function stepBack(): void {
  const before = history.undo(takes.take);
  if (before !== null) show(before);
}

/** Restores the take after the last undone change. */
export function stepForward(): void {
  const after = history.redo(takes.take);
  if (after !== null) show(after);
}

function show(take: LayeredTake): void {
  takes.take = ref(take);
  takes.canUndo = history.canUndo;
  takes.canRedo = history.canRedo;
  keep(take);
}

/** Stores a take with the settings. */
export function keep(take: LayeredTake): void {
  const { metronome, countIn } = takes;
  takes.kept = localStore.keep(TAKE_KEY, takeDraft({ metronome, countIn, take }));
}
