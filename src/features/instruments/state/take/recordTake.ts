import { TakeRecorder } from '#features/instruments/audio/take/takeRecorder.ts';
import type { ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import { DEFAULT_CONTROLS, type Control } from '#features/instruments/domain/take/gestures.ts';
import { audibleNotes, withRecording } from '#features/instruments/domain/take/recordedTake.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { notify } from '#core/appState/notices.ts';
import { accompany, silentAccompaniment, type Accompaniment } from './takeAccompaniment.ts';
import { change, storeTake, storePreviousTake, takes } from './takeState.ts';

/* Records the take, and plays it. */

/** A running take is stored this often, ms: a crash loses no more than this. */
const KEEP_MS = 2000;

/** The newest start; an older one is dropped while the sound opens. */
const latestStart = new LatestTask();
let recorder: TakeRecorder | null = null;
let runningTake: Accompaniment | null = null;
/** Controls that are not at rest, by source: a take begins with them. */
const heldControls = new Map<string, Partial<Record<Control, number>>>();
/** True when the recording has no metronome. */
let isFree = true;

/** Records the start of a note, if a take is recorded; `eventTime` is its event's `timeStamp`, ms. */
export function recordNoteOn(source: string, midi: number, velocity: number, eventTime: number, toneId: ToneId): void {
  if (recorder === null) return;
  const time = timeOf(eventTime);
  recorder.noteOn(source, midi, velocity, time, toneId);
  takes.recordedNotes = recorder.count;
  if (recorder.isFull(time)) stopTake();
}

/** Records the end of a note; does nothing for notes outside the take. */
export function recordNoteOff(source: string, midi: number, eventTime: number): void {
  recorder?.noteOff(source, midi, timeOf(eventTime));
}

/** Records that the key of a note went up, as `PlayedListener` reports it. */
export function recordKeyUp(source: string, midi: number, release: number, eventTime: number): void {
  recorder?.keyUp(source, midi, release, timeOf(eventTime));
}

/** Records the current value of a control, as `PlayedListener` reports it. */
export function recordControl(source: string, control: Control, value: number, eventTime: number, midi?: number): void {
  if (control !== 'key') {
    const controls = heldControls.get(source) ?? {};
    const before = controls[control] ?? DEFAULT_CONTROLS[control];
    if (value === before) return;
    controls[control] = value;
    heldControls.set(source, controls);
  }
  if (recorder === null) return;
  const time = timeOf(eventTime);
  recorder.gesture(source, control, value, time, midi);
  if (recorder.isFull(time)) stopTake();
}

/** Records that all controls of a source are at rest. */
export function recordReset(source: string, eventTime: number): void {
  const controls = heldControls.get(source);
  for (const control of Object.keys(controls ?? {}) as Control[])
    recordControl(source, control, DEFAULT_CONTROLS[control], eventTime);
  heldControls.delete(source);
}

/**
 * Records a new take in the place of the present one, which can be brought back. Where the browser blocks sound,
 * records in silence.
 */
export async function startTake(): Promise<void> {
  stopAll();
  const signal = latestStart.begin();
  takes.recordedNotes = 0;
  const { metronome, countIn, take } = takes;
  isFree = !metronome && !countIn;
  takes.phase = isFree ? 'recording' : 'count-in';
  // Nothing to play: start at once.
  runningTake = isFree ? silentAccompaniment() : null;
  if (runningTake === null) {
    const next = await accompany({ bpm: take.bpm, played: null, metronome, countIn, signal });
    if (signal.aborted) return;
    runningTake = next;
  }
  recorder = new TakeRecorder(runningTake.startsAt);
  for (const [source, controls] of heldControls)
    for (const [control, value] of Object.entries(controls))
      recorder.gesture(source, control as Control, value, runningTake.startsAt);
  if (!countIn || !runningTake.audible) takes.phase = 'recording';
  runningTake.scope.interval(keepRecording, KEEP_MS);
  runningTake.scope.listen(window, 'pagehide', keepRecording);
  runningTake.scope.frames(announceCountdown);
}

/** Ends the recording; one without notes leaves the former take. */
export function stopTake(): void {
  const recording = recorder?.finish(now());
  const counting = takes.phase === 'count-in';
  stopAll();
  if (recording === undefined) return;
  if (recording.notes.length > 0) {
    storePreviousTake();
    change(withRecording(takes.take, recording, isFree));
  } else if (!counting)
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
  if (takes.phase !== 'idle' || takes.take.notes.length === 0) return;
  const signal = latestStart.begin();
  takes.phase = 'playing';
  const { take } = takes;
  const next = await accompany({
    bpm: take.bpm,
    played: audibleNotes(take),
    metronome: false,
    countIn: false,
    signal,
    onEnd: stopAll,
  });
  if (signal.aborted) return;
  if (next.audible) runningTake = next;
  else stopAll();
}

/** Call it when the screen closes or the take is used elsewhere: ends and stores the running recording. */
export function leaveTake(): void {
  if (recorder !== null && recorder.count > 0) stopTake();
  else stopAll();
}

/** Stops everything; drops the recording so far. */
function stopAll(): void {
  latestStart.abort();
  runningTake?.scope.dispose();
  runningTake = null;
  recorder = null;
  takes.phase = 'idle';
  takes.countdown = 0;
}

/** Stops the take if it plays; does not touch a recording. */
export function stopPlayingTake(): void {
  if (takes.phase === 'playing') stopAll();
}

/** Stores the unfinished recording, so that it survives a reload. */
function keepRecording(): void {
  if (recorder === null || recorder.count === 0) return;
  storePreviousTake();
  storeTake(withRecording(takes.take, recorder.soFar(now()), isFree));
}

function announceCountdown(): void {
  if (takes.phase !== 'count-in' || runningTake === null) return;
  const beats = Math.ceil((runningTake.startsAt - now()) / (60 / takes.take.bpm));
  if (beats <= 0) takes.phase = 'recording';
  if (beats !== takes.countdown) takes.countdown = Math.max(0, beats);
}

/** Time of an event, s, on the clock of the audible sound: the player follows the metronome they hear. */
function timeOf(eventTime: number): number {
  const at = eventTime > 0 ? eventTime : performance.now();
  return runningTake?.heard(at) ?? at / 1000;
}

const now = (): number => timeOf(performance.now());
