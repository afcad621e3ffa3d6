import { subscribe } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audioStore } from '#core/recordings/database.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { recordingBytes } from '#core/recordings/storedRecordings.ts';
import { liveView, resetRecording } from '#features/create/state/recording/currentSound.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { cancelProcessing, leaveProcessing, processing } from '#features/create/state/processing/processing.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { deleteCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { openFile } from '#features/create/state/opening/openFile.ts';
import { createFragrance } from '#features/create/state/processing/makeFragrance.ts';
import {
  enterRecorder,
  leaveRecorder,
  stopRecording,
  togglePlayback,
} from '#features/create/state/recording/recorder.ts';
import { startRecording } from '#features/create/state/recording/recorderControls.ts';
import { dismissAudioError, recorder, setMusic, current } from '#features/create/state/recording/recordingState.ts';
import { midiOf, midiOfHz } from '#analysis/values/pitch.ts';
import { seededRandom } from '#core/values/random.ts';
import { wave } from '#tests/fixtures/containers.ts';
import { speech, SPEAKERS } from '#tests/fixtures/speech.ts';
import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { fixtureFile } from '#tests/browser/support/fixtureFiles.ts';

const SAFE_MESSAGE = 'Your recording is safe on this device and will be uploaded as soon as our server answers.';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));
const titles = () => notices.map(({ title }) => title);

/** Every microphone stream that was handed out, to check that it was stopped. */
const streams: MediaStream[] = [];
const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
const requestedConstraints: unknown[] = [];

const isReleased = () => streams.flatMap((stream) => stream.getTracks()).every((track) => track.readyState === 'ended');

/** Every worker that was started, to kill one. */
const workers: Worker[] = [];
const NativeWorker = globalThis.Worker;
class WatchedWorker extends NativeWorker {
  constructor(...parameters: ConstructorParameters<typeof Worker>) {
    super(...parameters);
    workers.push(this);
  }
}
globalThis.Worker = WatchedWorker;

beforeEach(() => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (constraints) => {
    requestedConstraints.push(constraints);
    const stream = await getUserMedia(constraints);
    streams.push(stream);
    return stream;
  });
});

afterEach(async () => {
  stopPlaying();
  resetRecording();
  leaveProcessing();
  deleteCurrentFragrance();
  setMusic(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const entry of await outbox.entries()) await outbox.remove(entry.id);
  for (const list of [notices, streams, requestedConstraints]) list.length = 0;
});

/** Waits until so many whole seconds are recorded. */
async function recordedFor(seconds: number): Promise<void> {
  await expect.poll(() => recorder.recordingTime).toBeGreaterThanOrEqual(seconds);
}

async function record(seconds: number): Promise<void> {
  await startRecording();
  expect(recorder.recordingState).toBe('recording');
  await recordedFor(seconds);
  await stopRecording();
}

/**
 * Makes the backend unreachable: nothing listens there.
 * @returns a function that ends it
 */
function backendAway(): () => void {
  const tag = document.createElement('meta');
  tag.name = 'accord-backend';
  tag.content = JSON.stringify({ url: 'http://localhost:1', key: 'x' });
  document.head.append(tag);
  return () => tag.remove();
}

/** Create Fragrance, and the fragrance that comes of it. */
async function essenceOfCreated(): Promise<string[]> {
  expect(await createFragrance()).toBe(true);
  await expect.poll(() => [processing.status, recorder.uploads]).toEqual(['done', []]);
  return [...fragrance.current!.musicEssence].sort();
}

describe('a recording from the microphone', () => {
  it('goes through inactive, requesting, recording and recorded, and becomes a fragrance', async () => {
    const states: string[] = [];
    setMusic(true);
    const starting = startRecording();
    states.push(recorder.recordingState);
    await starting;
    states.push(recorder.recordingState);
    await startRecording();
    expect(requestedConstraints).toEqual([
      { audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } },
    ]);
    await recordedFor(6);
    await expect.poll(() => liveView.columns.length).toBeGreaterThan(500);
    await expect.poll(() => [...liveView.essence].sort()).toEqual([...MELODY_NOTES].sort());
    await stopRecording();
    states.push(recorder.recordingState);
    expect(states).toEqual(['requesting', 'recording', 'recorded']);
    expect(isReleased()).toBe(true);
    expect(recorder.duration).toBeGreaterThan(5.8);
    expect(recorder.duration).toBeLessThan(7);
    expect(current.recording!.blob.type).toBe('audio/webm');
    // Once, under its own id.
    await expect.poll(() => audioStore.keys()).toEqual([expect.stringMatching(/^recording:/)]);

    expect(await essenceOfCreated()).toEqual([...MELODY_NOTES].sort());
    expect(fragrance.current!.source).toBe('spectral');
    // This page's server has no such function (404), like a backend that is not ready yet: the upload is in the outbox,
    // and the fragrance is there all the same.
    expect(titles()).toEqual([SAFE_MESSAGE]);
    expect((await outbox.entries('recording')).map(({ id }) => id)).toEqual([fragrance.current!.recordingId]);
  });

  it('becomes a fragrance before its upload ends', async () => {
    await record(1);
    // A backend that never answers.
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
    expect(await createFragrance()).toBe(true);
    await expect.poll(() => processing.status).toBe('done');
    await expect.poll(() => send).toHaveBeenCalledTimes(1);
    expect(recorder.uploads).toHaveLength(1);
    // A reset does not end it either: it belongs to the fragrance now.
    const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort');
    resetRecording();
    expect(abort).not.toHaveBeenCalled();
    (send.mock.contexts[0] as XMLHttpRequest).dispatchEvent(new ProgressEvent('error'));
    await expect.poll(titles).toEqual([SAFE_MESSAGE]);
  });

  it('is in the outbox while the backend is unreachable, and shows a message', async () => {
    await record(1);
    const isBack = backendAway();
    await essenceOfCreated();
    expect(titles()).toEqual([SAFE_MESSAGE]);
    const [entry] = await outbox.entries('recording');
    expect(entry!.id).toBe(fragrance.current!.recordingId);
    expect((await recordingBytes(entry!.id))!.size).toBe(current.recording!.blob.size);
    isBack();
  });

  it('is stored when the microphone is unplugged', async () => {
    await startRecording();
    await recordedFor(1);
    const [track] = streams[0]!.getAudioTracks();
    track!.stop();
    // A browser sends this event when the device is disconnected; a stop() from the page raises no event.
    track!.dispatchEvent(new Event('ended'));
    await expect.poll(() => recorder.recordingState).toBe('recorded');
    expect(recorder.duration).toBeGreaterThan(0.8);
    expect(current.recording!.blob.size).toBeGreaterThan(1000);
    expect(titles()).toEqual(['The microphone was disconnected.']);
  });

  it('is stored and analysed by a new worker when the worker dies in the middle', async () => {
    setMusic(true);
    await startRecording();
    await recordedFor(1);
    for (const worker of workers) worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    await recordedFor(6);
    await stopRecording();
    expect(recorder.recordingState).toBe('recorded');
    expect(recorder.duration).toBeGreaterThan(5.8);
    expect(await essenceOfCreated()).toEqual([...MELODY_NOTES].sort());
  });

  it('is a WAVE file if the browser has no recorder', async () => {
    vi.stubGlobal('MediaRecorder', undefined);
    await record(1);
    expect(current.recording!.blob.type).toBe('audio/wav');
    const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(
      await current.recording!.blob.arrayBuffer(),
    );
    expect(decoded.duration).toBeCloseTo(recorder.duration!, 1);
  });

  it('is decoded at the end if the browser has no worklet', async () => {
    vi.stubGlobal('AudioWorkletNode', undefined);
    setMusic(true);
    await record(3);
    expect(recorder.recordingState).toBe('recorded');
    const essence = await essenceOfCreated();
    expect(essence.length).toBeGreaterThanOrEqual(3);
    expect(MELODY_NOTES).toEqual(expect.arrayContaining(essence.filter((note) => note.endsWith('4'))));
  });

  it('may begin while the previous one is still ending', async () => {
    await startRecording();
    await recordedFor(0.5);
    const first = stopRecording();
    resetRecording();
    await startRecording();
    await recordedFor(1);
    await stopRecording();
    expect(recorder.recordingState).toBe('recorded');
    expect(recorder.duration).toBeGreaterThan(0.8);
    const kept = current.recording!.blob;
    await first;
    expect(current.recording!.blob).toBe(kept);
    expect(isReleased()).toBe(true);
  });

  it('has the shown length: the capture counts, though the clock is ahead', async () => {
    await startRecording();
    vi.spyOn(performance, 'now').mockImplementation(() => new Event('now').timeStamp + 450);
    const early: number[] = [];
    const end = subscribe(recorder, () => recorder.recordingTime > liveView.time && early.push(liveView.time), true);
    await recordedFor(1);
    end();
    const shown = recorder.recordingTime;
    await stopRecording();
    expect(early).toEqual([]);
    expect(recorder.duration).toBeGreaterThanOrEqual(shown);
    expect(recorder.recordingState).toBe('recorded');
  });

  it('of less than a second is dropped with a kind message', async () => {
    await startRecording();
    await expect.poll(() => liveView.columns.length).toBeGreaterThan(0);
    await stopRecording();
    expect(recorder.recordingState).toBe('inactive');
    expect(current.recording).toBeNull();
    expect(titles()).toEqual(['That was a very short sound.']);
    expect(recorder.audioError).toBeNull();
  });

  it('plays back, and is silent again at its end', async () => {
    await record(1);
    await togglePlayback();
    expect(recorder.playing).toBe(true);
    await expect.poll(() => recorder.playing).toBe(false);
    await togglePlayback();
    await togglePlayback();
    expect(recorder.playing).toBe(false);
    expect(notices).toEqual([]);
  });
});

describe('the microphone', () => {
  it('fails with the reason in its panel, and can be tried again', async () => {
    vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    await startRecording();
    expect(recorder.recordingState).toBe('inactive');
    expect(recorder.audioError).toEqual({
      type: 'not_readable',
      message: 'Failed to access microphone. Please check your permissions and try again.',
    });
    dismissAudioError();
    expect(recorder.audioError).toBeNull();
    await startRecording();
    expect(recorder.recordingState).toBe('recording');
  });

  it.each<[string, () => void | Promise<void>, string]>([
    ['stop', stopRecording, 'recorded'],
    ['reset', resetRecording, 'inactive'],
    ['another screen', leaveRecorder, 'recorded'],
    ['another page', () => void window.dispatchEvent(new PageTransitionEvent('pagehide')), 'recorded'],
  ])('is released when the visitor leaves by %s', async (_way, leave, state) => {
    await startRecording();
    expect(recorder.recordingState).toBe('recording');
    expect(isReleased()).toBe(false);
    await recordedFor(1);
    const left = leave();
    // At once, for a page that is being left may never come to its next line.
    expect(isReleased()).toBe(true);
    await left;
    await expect.poll(() => recorder.recordingState).toBe(state);
  });

  it('is released when it opens after the visitor has left', async () => {
    for (const leave of [resetRecording, leaveRecorder]) {
      const starting = startRecording();
      expect(recorder.recordingState).toBe('requesting');
      leave();
      expect(recorder.recordingState).toBe('inactive');
      await starting;
      expect(recorder.recordingState).toBe('inactive');
      expect(isReleased()).toBe(true);
    }
    expect(streams).toHaveLength(2);
  });
});

describe('a file', () => {
  it.each([
    ['melody.mp3', 'audio/mpeg'],
    ['inverted.wav', ''],
  ])('%s becomes a fragrance of its melody', async (name, type) => {
    const opening = openFile(await fixtureFile(name, type));
    expect(recorder).toMatchObject({ recordingState: 'uploading', recordingMode: 'upload', audioFileName: name });
    await opening;
    expect(recorder.recordingState).toBe('recorded');
    expect(recorder.duration).toBeCloseTo(6, 1);
    expect(await essenceOfCreated()).toEqual([...MELODY_NOTES].sort());
  });

  it('of a voice that speaks becomes a fragrance of the notes of that voice', async () => {
    const spoken = wave({
      channels: [speech(6, 22_050, SPEAKERS.woman, seededRandom('speech woman'))],
      sampleRate: 22_050,
    });
    await openFile(new File([spoken], 'talk.wav', { type: 'audio/wav' }));
    const essence = await essenceOfCreated();
    expect(fragrance.current!.source).toBe('spectral');
    expect(essence.length).toBeGreaterThanOrEqual(3);
    const mean = midiOfHz(SPEAKERS.woman.pitch);
    const notes = fragrance.current!.musicEssence.map((code) => midiOf(code) - mean);
    expect(Math.min(...notes)).toBeGreaterThan(-9);
    expect(Math.max(...notes)).toBeLessThan(12);
  });

  it('without pitch becomes a fragrance of its texture', async () => {
    await openFile(await fixtureFile('claps.wav', 'audio/wav'));
    expect((await essenceOfCreated()).length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['empty.mp3', 'Invalid audio file. Please try a different file.'],
    ['three-hours.mp3', 'This sound is too long. Please try one of up to 30 minutes.'],
  ])('%s is refused with a message, and the screen stays usable', async (name, title) => {
    const decoding = vi.spyOn(BaseAudioContext.prototype, 'decodeAudioData');
    await openFile(await fixtureFile(name));
    // Recognised by the file's own header: three hours would be decoded for minutes.
    expect(decoding).not.toHaveBeenCalled();
    expect(recorder).toMatchObject({ recordingState: 'inactive', audioFileName: null, recordingMode: 'live' });
    expect(titles()).toEqual([title]);
    await openFile(await fixtureFile('melody.wav'));
    expect(recorder.recordingState).toBe('recorded');
  });

  it('without a sound keeps the visitor on the screen, and stays open', async () => {
    await openFile(await fixtureFile('silence.wav', 'audio/wav'));
    expect(recorder.recordingState).toBe('recorded');
    expect(await createFragrance()).toBe(false);
    // The screen shows this in its place.
    expect(titles()).toEqual([]);
    expect(recorder).toMatchObject({ recordingState: 'recorded', silent: true, creating: false });
    expect(current.recording).not.toBeNull();
    expect(processing.status).toBe('idle');
  });

  it('that is closed while it is read leaves nothing behind', async () => {
    const opening = openFile(await fixtureFile('melody.mp3'));
    resetRecording();
    await opening;
    expect(recorder.recordingState).toBe('inactive');
    expect(current.recording).toBeNull();
    expect(notices).toEqual([]);
  });

  it('replaces the one before, and never a running recording', async () => {
    await openFile(await fixtureFile('melody.mp3'));
    await openFile(await fixtureFile('claps.wav'));
    expect(recorder.audioFileName).toBe('claps.wav');
    resetRecording();
    await startRecording();
    await openFile(await fixtureFile('melody.mp3'));
    expect(recorder).toMatchObject({ recordingState: 'recording', recordingMode: 'live', audioFileName: null });
  });
});

describe('Create Fragrance', () => {
  it('shows a message without a recording', async () => {
    expect(await createFragrance()).toBe(false);
    expect(notices).toMatchObject([{ title: 'No Audio', description: "There's no recorded audio to process." }]);
  });

  it('can be pressed again after the analysis was cancelled', async () => {
    await openFile(await fixtureFile('melody.wav'));
    expect(await createFragrance()).toBe(true);
    // At once: a module that is fetched first lets the analysis end meanwhile, and an ended one cannot be given up.
    cancelProcessing();
    // The screen was left for the processing one.
    leaveRecorder();
    await enterRecorder();
    expect(await essenceOfCreated()).toEqual([...MELODY_NOTES].sort());
  });
});
