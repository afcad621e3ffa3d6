import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SoundContext } from '#core/audio/context.ts';
import { copyText } from '#core/sharing/clipboard.ts';
import { unlockedDrafts } from '#core/recordings/drafts.ts';
import { LOCK_QUERY_TIMEOUT_MS, LOCK_TIMEOUT_MS, LOCK_BUSY, withLock, tryWithLock } from '#core/storage/withLock.ts';
import { PLAY_MS, RecordingPlayer } from '#features/instruments/audio/playback/recordingPlayer.ts';
import { midi } from '#features/instruments/state/midi/midi.ts';
import { connectMidi, disconnectMidi, midiBadge, resumeMidi } from '#features/instruments/state/midi/midiDevices.ts';
import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { prepareCapture } from '#features/create/audio/recording/capture.ts';
import { openMicrophone } from '#features/create/audio/recording/microphone.ts';
import { startMediaRecording } from '#features/create/audio/recording/mediaRecording.ts';
import { startRecordingSession } from '#features/create/audio/recording/recordingSession.ts';
import { cameraAccess } from '#features/create/audio/video/videoCamera.ts';
import { stopRecording } from '#features/create/state/recording/recorder.ts';
import { startRecording } from '#features/create/state/recording/recorderControls.ts';
import { liveView, resetRecording } from '#features/create/state/recording/currentSound.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { shareFragrance, SLOW_MS } from '#features/share/state/share.ts';
import { shares } from '#features/share/state/shares.ts';
import { MELODY_FRAGRANCE } from '../testData.ts';

/* Devices that fail silently. A promise of theirs that never settles ends in a message, or the flow goes on without it. */

const neverSettles = <T>(): Promise<T> => new Promise<T>(() => {});

/** A microphone that gives a sound of 440 Hz. */
async function microphone(): Promise<{ context: AudioContext; stream: MediaStream }> {
  const context = new AudioContext();
  const sound = new OscillatorNode(context);
  const output = context.createMediaStreamDestination();
  sound.connect(output);
  sound.start();
  await context.resume();
  return { context, stream: output.stream };
}

/** Keeps the `stop` event of recorders. */
function keepStop(): void {
  const add = EventTarget.prototype.addEventListener;
  vi.spyOn(MediaRecorder.prototype, 'addEventListener').mockImplementation(function listen(
    this: MediaRecorder,
    type: string,
    ...rest: unknown[]
  ) {
    if (type !== 'stop') Reflect.apply(add, this, [type, ...rest]);
  });
}

/** The error of a promise that rejects. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** Lets so much time pass for timers. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const takeTheClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetRecording();
});

describe('a recorder whose stop event never comes', () => {
  let sound: Awaited<ReturnType<typeof microphone>>;
  beforeEach(async () => {
    keepStop();
    sound = await microphone();
  });
  afterEach(() => sound.context.close());

  test('returns its parts, marked as incomplete', async () => {
    const parts: Blob[] = [];
    const recording = startMediaRecording(sound.stream, 'audio/webm', (part) => parts.push(part))!;
    await expect.poll(() => parts.length).toBeGreaterThan(0);
    const ended = await recording.stop();
    expect(ended?.isWhole).toBe(false);
    expect(ended?.blob.size).toBeGreaterThan(0);
  });

  test("leaves a recording of the worker's samples", async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(sound.stream);
    const context = new SoundContext();
    await context.ensureRunning();
    // Worker and worklet are there: on a slow machine a first capture may be late.
    (await prepareCapture(context.get(), analysisClient, () => {})).cancel();
    const session = await startRecordingSession({
      id: 'never',
      context,
      client: analysisClient,
      opening: openMicrophone(false),
      signal: new AbortController().signal,
      onUnplugged: () => {},
      onMuted: () => {},
    });
    await expect.poll(() => session.elapsed()).toBeGreaterThan(1.5);
    const recorded = await session.stop();
    expect(recorded.blob.type).toBe('audio/wav');
    // Gaps in the microphone's sound on a busy machine add overtones after the note.
    expect((await recorded.analysis.result).analysis.essence[0]).toBe('A4');
    await context.close();
  });
});

test('the length of a recording never decreases, though capture and clock differ', async () => {
  const { context: source, stream } = await microphone();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const context = new SoundContext();
  await context.ensureRunning();
  const session = await startRecordingSession({
    id: 'apart',
    context,
    client: analysisClient,
    opening: openMicrophone(false),
    signal: new AbortController().signal,
    onUnplugged: () => {},
    onMuted: () => {},
  });
  await expect.poll(() => session.elapsed()).toBeGreaterThan(0);
  // The capture is late: the clock counts.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => new Event('now').timeStamp + 10_000);
  const late = session.elapsed();
  expect(late).toBeGreaterThan(9);
  // It has caught up.
  clock.mockRestore();
  expect(session.elapsed()).toBeGreaterThanOrEqual(late);
  session.cancel();
  await Promise.all([context.close(), source.close()]);
});

test('Stop takes effect at once, and the shown time stays while the recording is assembled', async () => {
  const { context: source, stream } = await microphone();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  await startRecording();
  // The sound that has arrived, and not the clock alone: a busy machine delivers late.
  await expect.poll(() => Math.min(recorder.recordingTime, liveView.time)).toBeGreaterThanOrEqual(1);
  const stopped = stopRecording();
  expect(recorder).toMatchObject({ recordingState: 'recording', stopping: true });
  const shown = recorder.recordingTime;
  await stopped;
  expect(recorder).toMatchObject({ recordingState: 'recorded', stopping: false, recordingTime: shown });
  await source.close();
});

test('a microphone that the system mutes is reported at once, and so is its return', async () => {
  const { context: source, stream } = await microphone();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  await startRecording();
  const [track] = stream.getAudioTracks();
  expect(recorder.muted).toBe(false);
  track!.dispatchEvent(new Event('mute'));
  expect(recorder.muted).toBe(true);
  track!.dispatchEvent(new Event('unmute'));
  expect(recorder.muted).toBe(false);
  resetRecording();
  await source.close();
});

describe('an unanswered permission for the microphone', () => {
  test('can be cancelled, and a late stream is stopped', async () => {
    const { context, stream } = await microphone();
    const asked = Promise.withResolvers<MediaStream>();
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(asked.promise);
    const starting = startRecording();
    expect(recorder.recordingState).toBe('requesting');
    resetRecording();
    expect(recorder.recordingState).toBe('inactive');
    asked.resolve(stream);
    await starting;
    expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
    expect(recorder.recordingState).toBe('inactive');
    await context.close();
  });
});

test('a context that never resumes is reported as not started', async () => {
  takeTheClock();
  const context = new SoundContext();
  const real = context.get();
  await real.suspend();
  vi.spyOn(real, 'resume').mockImplementation(() => neverSettles());
  const started = context.ensureRunning();
  const failure = errorOf(started);
  await pass(10_000);
  expect(await failure).toMatchObject({ code: 'context_not_started' });
  vi.useRealTimers();
  await context.close();
});

test('a lock that is never granted ends in a message, and its work does not run later', async () => {
  takeTheClock();
  const granted = Promise.withResolvers<LockGrantedCallback<unknown>>();
  vi.spyOn(navigator.locks, 'request').mockImplementation(((...args: unknown[]) => {
    granted.resolve(args.at(-1) as LockGrantedCallback<unknown>);
    return neverSettles();
  }) as typeof navigator.locks.request);
  const work = vi.fn<() => Promise<string>>(async () => 'done');
  const failure = errorOf(withLock('accord-test', work));
  await pass(LOCK_TIMEOUT_MS);
  expect(await failure).toMatchObject({ code: 'timeout', message: LOCK_BUSY });
  await (
    await granted.promise
  )(null);
  expect(work).not.toHaveBeenCalled();
});

test('a lock whose state stays unknown counts as taken, and its work does not run later', async () => {
  takeTheClock();
  const requested = Promise.withResolvers<LockGrantedCallback<unknown>>();
  vi.spyOn(navigator.locks, 'request').mockImplementation(((...args: unknown[]) => {
    requested.resolve(args.at(-1) as LockGrantedCallback<unknown>);
    return neverSettles();
  }) as typeof navigator.locks.request);
  vi.spyOn(navigator.locks, 'query').mockImplementation(() => neverSettles());
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  const busy = vi.fn<() => void>();
  const done = tryWithLock('accord-test', work, busy);
  const free = unlockedDrafts();
  await pass(LOCK_QUERY_TIMEOUT_MS);
  await done;
  expect(busy).toHaveBeenCalledOnce();
  expect(await free).toEqual([]);
  await (
    await requested.promise
  )(null);
  expect([work.mock.calls, busy.mock.calls.length]).toEqual([[], 1]);
});

test('a slow share shows the reason, and ends in a message', async () => {
  takeTheClock();
  vi.spyOn(navigator.locks, 'request').mockImplementation(() => neverSettles());
  const sharing = shareFragrance(MELODY_FRAGRANCE);
  await pass(SLOW_MS);
  expect([shares.button.status, shares.button.message]).toEqual([
    'creating',
    'Our server is slow to answer. We keep trying for half a minute.',
  ]);
  await pass(LOCK_TIMEOUT_MS - SLOW_MS);
  await sharing;
  expect([shares.button.status, shares.button.message]).toEqual(['error', LOCK_BUSY]);
});

test('a sound that never begins counts as failed', async () => {
  takeTheClock();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(() => neverSettles());
  const playing = new RecordingPlayer(() => {}).play(new Blob(['RIFF'], { type: 'audio/wav' }));
  const failure = errorOf(playing);
  await pass(PLAY_MS);
  expect(await failure).toMatchObject({ code: 'playback_failed' });
});

test('a pending request for MIDI access can be cancelled', async () => {
  midi.status = 'idle';
  vi.spyOn(navigator, 'requestMIDIAccess').mockImplementation(() => neverSettles());
  void connectMidi();
  expect(midi.status).toBe('asking');
  disconnectMidi();
  expect(midi.status).toBe('idle');
});

test('missing MIDI on a page opened by http shows a request for https', () => {
  const missing = { status: 'unsupported', devices: [], chosen: null } as const;
  const secure = vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  expect(midiBadge(missing)).toMatch(/^Open this page over https/);
  secure.mockReturnValue(true);
  expect(midiBadge(missing)).toBe('MIDI not supported in this browser');
});

test('an undecided permission makes the app ask the visitor', async () => {
  takeTheClock();
  vi.spyOn(navigator.permissions, 'query').mockImplementation(() => neverSettles());
  midi.status = 'idle';
  void resumeMidi();
  const access = cameraAccess();
  await pass(5000);
  expect(await access).toBe('unknown');
  expect(midi.status).toBe('idle');
});

test('a worklet that never loads leaves a recording without a capture', async () => {
  const { context: source, stream } = await microphone();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const context = new SoundContext();
  vi.spyOn(context.get().audioWorklet, 'addModule').mockImplementation(() => neverSettles());
  const session = await startRecordingSession({
    id: 'never',
    context,
    client: analysisClient,
    opening: openMicrophone(false),
    signal: new AbortController().signal,
    onUnplugged: () => {},
    onMuted: () => {},
  });
  await expect.poll(() => session.elapsed()).toBeGreaterThan(1.5);
  expect((await session.stop()).blob.type).toBe('audio/webm');
  await Promise.all([context.close(), source.close()]);
});

test('sharing goes on without a clipboard that never answers', async () => {
  takeTheClock();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(() => neverSettles());
  vi.spyOn(document, 'execCommand').mockReturnValue(true);
  const copied = copyText('https://accord.test/share/AAAAAAAA');
  await pass(5000);
  expect(await copied).toBe(true);
});
