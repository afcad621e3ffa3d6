import { proxy, ref } from 'valtio';
import { TakeRecorder } from '../../audio/take/takeRecorder.ts';
import { toneOf, type ToneId } from '../../domain/keyboard/tone.ts';
import {
  countNotes,
  EMPTY_TAKE,
  heardTake,
  MAX_LAYERS,
  MAX_TAKE_NOTES,
  withLayer,
  withoutLayers,
  withQuantise,
  withTempo,
  type LayeredTake,
  type Quantise,
} from '../../domain/take/layeredTake.ts';
import type { Take } from '../../domain/keyboard/keyboard.ts';
import { readTakeDraft, takeDraft } from '../../domain/schema/take.ts';
import { LatestTask } from '../../../../core/lifetime/scope.ts';
import { localStore } from '../../../../core/storage/localStore.ts';
import { busyWhile } from '../../../../core/shell/busy.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { History } from '../beat/history.ts';
import { accompany, silentAccompaniment, type Running } from './takeAccompaniment.ts';
import { makeFragranceOfTake } from './takeFragrance.ts';
import { tone } from '../keyboard/tone.ts';

/** Local key of the draft. */
const TAKE_KEY = 'accord:take';
/** A running take is stored this often, ms: a crash loses no more than this. */
const KEEP_MS = 2000;

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
/** The newest start; an older one is dropped while the sound opens. */
const latest = new LatestTask();
let recorder: TakeRecorder | null = null;
let running: Running | null = null;
/** True when the layer has no metronome. */
let free = true;
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

/**
 * Records the start of a note, if a take is recorded; `eventTime` is its event's `timeStamp`, ms.
 * @param toneId tone of the note; the chosen one by default
 */
export function takeNoteOn(
  source: string,
  midi: number,
  velocity: number,
  eventTime: number,
  toneId: ToneId = toneOf(tone.choice, midi),
): void {
  if (recorder === null) return;
  const time = timeOf(eventTime);
  recorder.noteOn(source, midi, velocity, time, toneId);
  takes.recordedNotes = recorder.count;
  if (recorder.isFull(time)) stopTake();
}

/** Records the end of a note; does nothing for notes outside the take. */
export function takeNoteOff(source: string, midi: number, eventTime: number): void {
  recorder?.noteOff(source, midi, timeOf(eventTime));
}

/** Records a new layer while the existing ones play. Where the browser blocks sound, records in silence. */
export async function startTake(): Promise<void> {
  const room = MAX_TAKE_NOTES - countNotes(takes.take);
  if (room <= 0 || takes.take.layers.length >= MAX_LAYERS) {
    notify({ kind: 'info', title: 'This take is full', description: 'Save it, and begin a new one.', key: 'take' });
    return;
  }
  stopAll();
  const signal = latest.begin();
  takes.recordedNotes = 0;
  takes.phase = 'recording';
  const { metronome, countIn, take } = takes;
  free = !metronome && !countIn;
  // Nothing to play: start at once.
  running = free && take.layers.length === 0 ? silentAccompaniment() : null;
  if (running === null) {
    const next = await accompany({ take, metronome, countIn, signal });
    if (signal.aborted) return;
    running = next;
  }
  recorder = new TakeRecorder(running.startsAt, room);
  if (countIn && running.audible) takes.phase = 'count-in';
  running.scope.interval(keepRecording, KEEP_MS);
  running.scope.listen(window, 'pagehide', keepRecording);
  running.scope.frames(tellCountdown);
}

/** Ends the layer; drops one without notes. */
export function stopTake(): void {
  const layer = recorder?.finish(now());
  const counting = takes.phase === 'count-in';
  stopAll();
  if (layer === undefined) return;
  if (layer.notes.length > 0) change(withLayer(takes.take, layer, free));
  else if (!counting)
    notify({
      kind: 'info',
      title: 'Nothing was played',
      description: 'Press Record, then play a few notes.',
      key: 'take',
    });
}

/** Plays the take from its beginning, or stops it. */
export async function togglePlayTake(): Promise<void> {
  if (takes.phase === 'playing') {
    stopAll();
    return;
  }
  if (takes.phase !== 'idle' || takes.take.layers.length === 0) return;
  const signal = latest.begin();
  takes.phase = 'playing';
  const next = await accompany({ take: takes.take, metronome: false, countIn: false, signal, onEnd: stopAll });
  if (signal.aborted) return;
  if (next.audible) running = next;
  else stopAll();
}

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
  const before = history.undo(takes.take);
  if (before !== null) show(before);
}

/**
 * Redoes the last undone step. Does nothing while recording: the layer is a new step, with nothing to redo after it.
 */
export function redoTake(): void {
  if (recorder !== null) return;
  stopPlayingTake();
  const after = history.redo(takes.take);
  if (after !== null) show(after);
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

/** Call it when the screen closes or the take is used elsewhere: ends and stores the running layer. */
export function leaveTake(): void {
  if (recorder !== null && recorder.count > 0) stopTake();
  else stopAll();
}

/** Stops everything; drops the layer being recorded. */
function stopAll(): void {
  latest.abort();
  running?.scope.dispose();
  running = null;
  recorder = null;
  takes.phase = 'idle';
  takes.countdown = 0;
}

function stopPlayingTake(): void {
  if (takes.phase === 'playing') stopAll();
}

function change(take: LayeredTake): void {
  if (take === takes.take) return;
  history.changing(takes.take);
  show(take);
}

function show(take: LayeredTake): void {
  takes.take = ref(take);
  takes.canUndo = history.canUndo;
  takes.canRedo = history.canRedo;
  keep(take);
}

function keep(take: LayeredTake): void {
  const { metronome, countIn } = takes;
  takes.kept = localStore.keep(TAKE_KEY, takeDraft({ metronome, countIn, take }));
}

/** Stores the unfinished layer, so that it survives a reload. */
function keepRecording(): void {
  if (recorder !== null && recorder.count > 0) keep(withLayer(takes.take, recorder.soFar(now()), free));
}

function tellCountdown(): void {
  if (takes.phase !== 'count-in' || running === null) return;
  const beats = Math.ceil((running.startsAt - now()) / (60 / takes.take.bpm));
  if (beats <= 0) takes.phase = 'recording';
  if (beats !== takes.countdown) takes.countdown = Math.max(0, beats);
}

/** Time of an event, s, on the clock of the audible sound: the player follows the metronome they hear. */
function timeOf(eventTime: number): number {
  const at = eventTime > 0 ? eventTime : performance.now();
  return running?.heard(at) ?? at / 1000;
}

const now = (): number => timeOf(performance.now());
