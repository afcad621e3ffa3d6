import { proxy, ref } from 'valtio';
import { TakeRecorder } from '../../audio/take/takeRecorder.ts';
import { toneOf, type ToneId } from '../../domain/instruments/tone.ts';
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
import { readTakeDraft, takeDraft } from '../../domain/schema/take.ts';
import { LatestTask } from '../../platform/lifetime/scope.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { busyWhile } from '../shell/busy.ts';
import { notify } from '../shell/notices.ts';
import { History } from './history.ts';
import { accompany, silentAccompaniment, type Running } from './takeAccompaniment.ts';
import { makeFragranceOfTake } from './takeFragrance.ts';
import { tone } from './tone.ts';

/** Local key of the draft. */
export const TAKE_KEY = 'accord:take';
/** How often what is being recorded is kept, ms: no more than this is lost when the page ends without a word. */
const KEEP_MS = 2000;

/** What is recorded of the playing on the keyboard. */
export const takes = proxy<{
  phase: 'idle' | 'count-in' | 'recording' | 'playing';
  /** Beats until it begins. */
  countdown: number;
  /** Notes in the layer that is being recorded. */
  recordedNotes: number;
  /** Replaced whole, never changed in place. */
  take: LayeredTake;
  metronome: boolean;
  countIn: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** It is on this device, and a reload brings it back. */
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
/** The newest start: one that was overtaken while the sound opened is dropped. */
const latest = new LatestTask();
let recorder: TakeRecorder | null = null;
let running: Running | null = null;
/** Whether the layer has no metronome to go by. */
let free = true;
let opened = false;

/** The screen is shown: what was recorded before a reload is there again. */
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
 * A note began that the take holds, if one is recorded; `eventTime` is its event's `timeStamp`, ms.
 * @param toneId the tone in which it sounds; that of the chosen one by default
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

/** A note ended; harmless when no take holds it. */
export function takeNoteOff(source: string, midi: number, eventTime: number): void {
  recorder?.noteOff(source, midi, timeOf(eventTime));
}

/** Records a new layer; those that are there are heard with it. Where the browser lets no sound out, it is recorded in silence. */
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
  // With nothing to be heard there is nothing to wait for.
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

/** Ends the layer; one without a note is put aside. */
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

/** What is to be heard besides while a layer is recorded. */
export function setMetronome(on: boolean): void {
  takes.metronome = on;
  keep(takes.take);
}

export function setCountIn(on: boolean): void {
  takes.countIn = on;
  keep(takes.take);
}

/** Quantises all that is heard of the take; what was played stays as it was. */
export function setQuantise(quantise: Quantise): void {
  stopPlayingTake();
  change(withQuantise(takes.take, quantise));
}

/** Beats a minute, 60 to 180; what is recorded already follows. */
export function setTempo(bpm: number): void {
  if (takes.phase !== 'idle' && takes.phase !== 'playing') return;
  stopPlayingTake();
  change(withTempo(takes.take, bpm));
}

/** Begins anew; Undo brings the layers back, also the one that was being recorded. */
export function newTake(): void {
  leaveTake();
  if (takes.take.layers.length > 0) change(withoutLayers(takes.take));
}

/** Takes back the last step: of a layer that is being recorded, that layer, which Redo brings back. */
export function undoTake(): void {
  leaveTake();
  const before = history.undo(takes.take);
  if (before !== null) show(before);
}

/** Does again what was taken back; a layer that is being recorded is a step of its own, after which there is nothing. */
export function redoTake(): void {
  if (recorder !== null) return;
  stopPlayingTake();
  const after = history.redo(takes.take);
  if (after !== null) show(after);
}

/** Makes what is heard of the take the current fragrance. @returns false when there is no take */
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

/** The screen is left, or something else is done with the take: what is being recorded ends and is kept. */
export function leaveTake(): void {
  if (recorder !== null && recorder.count > 0) stopTake();
  else stopAll();
}

/** Ends whatever runs; a layer that is being recorded is put aside. */
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

/** Keeps the layer that is being recorded as far as it is: a page that is reloaded has it. */
function keepRecording(): void {
  if (recorder !== null && recorder.count > 0) keep(withLayer(takes.take, recorder.soFar(now()), free));
}

function tellCountdown(): void {
  if (takes.phase !== 'count-in' || running === null) return;
  const beats = Math.ceil((running.startsAt - now()) / (60 / takes.take.bpm));
  if (beats <= 0) takes.phase = 'recording';
  if (beats !== takes.countdown) takes.countdown = Math.max(0, beats);
}

/** The moment of an event, s, on the clock of what can be heard: a player goes by the metronome in their ears. */
function timeOf(eventTime: number): number {
  const at = eventTime > 0 ? eventTime : performance.now();
  return running?.heard(at) ?? at / 1000;
}

const now = (): number => timeOf(performance.now());
