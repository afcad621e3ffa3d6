import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withAudioDatabase } from '#core/recordings/database.ts';
import { drafts } from '#core/recordings/drafts.ts';
import { openFile } from '#features/create/state/opening/openFile.ts';
import { detachRecording, liveView, resetRecording } from '#features/create/state/recording/currentSound.ts';
import { enterRecorder, stopRecording } from '#features/create/state/recording/recorder.ts';
import { startRecording } from '#features/create/state/recording/recorderControls.ts';
import { recorder, current } from '#features/create/state/recording/recordingState.ts';
import { openArrival } from '#features/create/state/opening/sharedFiles.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { answerReplacement, replacement } from '#core/appState/replacement.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));
const paths: string[] = [];
const { pathname } = window.location;

beforeEach(async () => {
  await withAudioDatabase((database) => database.clear('audio'));
  localStorage.clear();
  notices.length = 0;
  paths.length = 0;
  // Not the create screen.
  window.history.replaceState(null, '', '/about');
});

afterEach(() => {
  answerReplacement(false);
  resetRecording();
  recorder.saved = null;
  recorder.medium = 'audio';
  window.history.replaceState(null, '', pathname);
});

/** A sound as another app or another web site hands it over. */
async function arrive(name = 'melody.mp3'): Promise<void> {
  await openArrival([await fixtureFile(name)], (path) => paths.push(path));
}

/** Sends a sound, waits for the question and answers it; returns the question. */
async function arriveAndAnswer(may: boolean): Promise<typeof replacement.asked> {
  const through = arrive();
  await expect.poll(() => replacement.asked).not.toBeNull();
  const asked = { ...replacement.asked! };
  // Nothing has changed until then.
  expect(paths).toEqual([]);
  answerReplacement(may);
  await through;
  return asked;
}

/** Records a voice that is long enough to become a draft. */
async function record(): Promise<void> {
  await startRecording();
  // The sound that has arrived, and not the clock alone: a busy machine delivers late.
  await expect.poll(() => Math.min(recorder.recordingTime, liveView.time)).toBeGreaterThanOrEqual(1);
}

describe('a sound that arrives from outside', () => {
  it('is opened at once in audio mode when nothing is lost by it', async () => {
    recorder.medium = 'video';
    await arrive();
    expect(replacement.asked).toBeNull();
    expect(paths).toEqual(['/create']);
    expect(recorder).toMatchObject({ recordingState: 'recorded', audioFileName: 'melody.mp3', medium: 'audio' });
  });

  it('raises a question during a recording, which goes on until the answer and without it @slow', async () => {
    await startRecording();
    const asked = await arriveAndAnswer(false);
    expect(asked).toEqual({ next: 'melody.mp3', current: null, ends: true });
    expect(paths).toEqual([]);
    expect(recorder).toMatchObject({ recordingState: 'recording', audioFileName: null });
  });

  it('ends a recording with consent, and the recording is offered again @slow', async () => {
    await record();
    await arriveAndAnswer(true);
    expect(recorder).toMatchObject({
      recordingState: 'recorded',
      recordingMode: 'upload',
      audioFileName: 'melody.mp3',
    });
    expect(recorder.duration).toBeCloseTo(6, 0);
    expect(paths).toEqual(['/create']);
    resetRecording();
    await enterRecorder();
    expect(recorder.saved).toMatchObject({ name: null });
    expect(recorder.saved!.seconds).toBeGreaterThanOrEqual(1);
  });

  it('raises a question before it replaces a recording or a picked file, and either stays as a draft @slow', async () => {
    await openFile(await fixtureFile('claps.wav', 'audio/wav'));
    const picked = current.recording!.blob;
    expect(await arriveAndAnswer(false)).toEqual({ next: 'melody.mp3', current: null, ends: false, sound: 'kept' });
    expect(current.recording!.blob).toBe(picked);
    resetRecording();
    await record();
    await stopRecording();
    const voice = current.recording!.blob;
    expect(await arriveAndAnswer(false)).toMatchObject({ ends: false, sound: 'kept' });
    expect(current.recording!.blob).toBe(voice);
    await arriveAndAnswer(true);
    expect(recorder.audioFileName).toBe('melody.mp3');
    await expect.poll(() => drafts().map(({ name }) => name)).toEqual([null, 'melody.mp3']);
  });

  it('raises a question while a picked file is being read', async () => {
    const picking = openFile(await fixtureFile('claps.wav', 'audio/wav'));
    expect(recorder.recordingState).toBe('uploading');
    await arriveAndAnswer(false);
    await picking;
    expect(recorder).toMatchObject({ recordingState: 'recorded', audioFileName: 'claps.wav' });
  });

  it('raises no question when it cannot be opened @slow', async () => {
    await startRecording();
    await arrive('text.mp3');
    expect(replacement.asked).toBeNull();
    expect(notices.map(({ title }) => title)).toEqual(['Invalid audio file. Please try a different file.']);
    expect(recorder.recordingState).toBe('recording');
  });

  it('raises no question for a sound that became a draft', async () => {
    await openFile(await fixtureFile('claps.wav', 'audio/wav'));
    await expect.poll(() => drafts().length).toBe(1);
    detachRecording();
    await arrive();
    expect(replacement.asked).toBeNull();
    expect(recorder.audioFileName).toBe('melody.mp3');
  });
});
