import { TakeRecorder } from '../../audio/take/takeRecorder.ts';
import { toneOf, type ToneId } from '../../domain/keyboard/tone.ts';
import { AT_REST, MAX_TAKE_GESTURES, type Control } from '../../domain/take/gestures.ts';
import { countGestures, countNotes, MAX_LAYERS, MAX_TAKE_NOTES, withLayer } from '../../domain/take/layeredTake.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { notify } from '#core/shell/notices.ts';
import { accompany, silentAccompaniment, type Running } from './takeAccompaniment.ts';
import { tone } from '../keyboard/tone.ts';
import { change, keep, takes } from './takeState.ts';

/* Records the take, layer by layer, and plays it. */

/** A running take is stored this often, ms: a crash loses no more than this. */
const KEEP_MS = 2000;

/** The newest start; an older one is dropped while the sound opens. */
const latest = new LatestTask();
let recorder: TakeRecorder | null = null;
let running: Running | null = null;
/** Controls that are not at rest, by source: a take begins with them. */
const held = new Map<string, Partial<Record<Control, number>>>();
/** True when the layer has no metronome. */
let free = true;

/** True while a layer is recorded. */
export const isRecordingTake = (): boolean => recorder !== null;

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

/** Records the current value of a control, as `PlayedListener` reports it. */
export function takeControl(source: string, control: Control, value: number, eventTime: number, midi?: number): void {
  if (control !== 'key') {
    const controls = held.get(source) ?? {};
    const before = controls[control] ?? AT_REST[control];
    if (value === before) return;
    controls[control] = value;
    held.set(source, controls);
  }
  if (recorder === null) return;
  const time = timeOf(eventTime);
  recorder.gesture(source, control, value, time, midi);
  if (recorder.isFull(time)) stopTake();
}

/** Records that all controls of a source are at rest. */
export function takeRest(source: string, eventTime: number): void {
  const controls = held.get(source);
  for (const control of Object.keys(controls ?? {}) as Control[])
    takeControl(source, control, AT_REST[control], eventTime);
  held.delete(source);
}

/** Records a new layer while the existing ones play. Where the browser blocks sound, records in silence. */
export async function startTake(): Promise<void> {
  const room = MAX_TAKE_NOTES - countNotes(takes.take);
  const gestureRoom = MAX_TAKE_GESTURES - countGestures(takes.take);
  if (room <= 0 || gestureRoom <= 0 || takes.take.layers.length >= MAX_LAYERS) {
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
  recorder = new TakeRecorder(running.startsAt, room, gestureRoom);
  for (const [source, controls] of held)
    for (const [control, value] of Object.entries(controls))
      recorder.gesture(source, control as Control, value, running.startsAt);
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

/** Stops the take if it plays; does not touch a recording. */
export function stopPlayingTake(): void {
  if (takes.phase === 'playing') stopAll();
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
