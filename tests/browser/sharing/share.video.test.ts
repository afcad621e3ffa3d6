import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { extractSound } from '#features/create/audio/video/videoSound.ts';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { resetRecording } from '#features/create/state/recording/currentSound.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import {
  createFromVideo,
  leaveVideo,
  openVideo,
  resetVideo,
  startVideo,
  stopVideo,
} from '#features/create/state/video/video.ts';
import { enterVideo, switchCamera, turnOn } from '#features/create/state/video/camera.ts';
import { video } from '#features/create/state/video/videoState.ts';
import { today } from '../support/clock.ts';
import { readPcm } from '#analysis/pcm/index.ts';
import { recordFilm } from '../support/filmed.ts';
import { withTimeout } from '#tests/withTimeout.ts';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));

/** Resolves when the next recording has written so many bytes: the time of a camera's first picture varies. */
function waitForBytes(bytes: number): Promise<void> {
  const start = MediaRecorder.prototype.start;
  let size = 0;
  const enough = new Promise<void>((resolve) => {
    vi.spyOn(MediaRecorder.prototype, 'start').mockImplementation(function (this: MediaRecorder, timeslice) {
      size = 0;
      this.addEventListener('dataavailable', ({ data }) => {
        size += data.size;
        if (size >= bytes) resolve();
      });
      start.call(this, timeslice);
    });
  });
  return withTimeout(`${bytes} bytes of a video`, enough, () => `${size} bytes`);
}

const file = (content: BlobPart, type = 'video/webm', name = 'a.webm') => new File([content], name, { type });
const lastNotice = () => notices.at(-1)?.title;

beforeEach(() => {
  resetVideo();
  leaveVideo();
  notices.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  resetVideo();
  leaveVideo();
  resetRecording();
});

describe('the sound of a video', () => {
  it('is extracted as a WAVE file with its sounding part, and both are described', async () => {
    const film = await recordFilm({ tone: true });
    const { sound, metadata } = await extractSound(film, () => 1234);
    expect(metadata).toEqual({
      size: film.size,
      type: 'video/webm',
      audioSize: sound.size,
      audioType: 'audio/wav',
      timestamp: 1234,
    });
    const { channels, sampleRate } = readPcm(new Uint8Array(await sound.arrayBuffer()));
    const middle = channels[0]!.subarray(0.3 * sampleRate, 0.8 * sampleRate);
    let crossings = 0;
    for (let i = 1; i < middle.length; i++) if (middle[i - 1]! < 0 && middle[i]! >= 0) crossings++;
    expect(crossings / 0.5).toBeGreaterThan(430);
    expect(crossings / 0.5).toBeLessThan(450);
  });

  it('is mixed to one channel when it is long, so that the right channel stays audible', async () => {
    const rate = 8000;
    const left = new Float32Array(132 * rate);
    const right = Float32Array.from(left, (_, i) => 0.8 * Math.sin((2 * Math.PI * 440 * i) / rate));
    const { sound } = await extractSound(new Blob([wavFile([left, right], rate)], { type: 'video/webm' }), today);
    expect(sound.size).toBeLessThan(25 * 2 ** 20);
    const { channels } = readPcm(new Uint8Array(await sound.arrayBuffer()));
    expect(channels).toHaveLength(1);
    const loudest = channels[0]!.subarray(48_000, 96_000).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest).toBeGreaterThan(0.35);
  });

  it.each([
    ['no_video_data', async () => new Blob([], { type: 'video/webm' })],
    ['no_audio', () => recordFilm({ tone: false })],
    ['analysis_failed', async () => new Blob(['this is no video'], { type: 'video/webm' })],
    ['audio_too_short', async () => new Blob([wavFile([new Float32Array(240)], 48_000)], { type: 'video/webm' })],
    [
      'analysis_failed',
      async () => new Blob(['\u001aE\u00df\u00a3 A_OPUS and then nothing that can be decoded'], { type: 'video/webm' }),
    ],
  ])('is refused as %s', async (code, make) => {
    await expect(extractSound(await make(), today)).rejects.toMatchObject({ code });
  });
});

it.each([
  ['is being recorded', { state: 'recording' }],
  ['becomes a fragrance', { creating: true }],
] as const)('an opened video does not replace one that %s', async (_what, busy) => {
  await openVideo(file('first', 'video/webm', 'first.webm'));
  Object.assign(video, busy);
  await openVideo(file('second', 'video/webm', 'second.webm'));
  expect(video.fileName).toBe('first.webm');
});

describe('video mode @slow', () => {
  it('names each of its eleven errors', async () => {
    const expectFailure = async (title: string, code: string, act: () => unknown) => {
      notices.length = 0;
      await act();
      expect({ title: lastNotice(), error: video.error, state: notices.length }).toEqual({
        title,
        error: code,
        state: 1,
      });
      // The page shows title and description.
      expect(notices[0]!.pageShowsRest).toBe(true);
      resetVideo();
      leaveVideo();
    };
    const create = (content: BlobPart) => async () => {
      await openVideo(file(content));
      expect(await createFromVideo()).toBe(false);
      expect(video.creating).toBe(false);
    };
    await expectFailure('No Camera Stream', 'no_stream', startVideo);
    vi.spyOn(window, 'isSecureContext', 'get').mockReturnValueOnce(false);
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValueOnce(new TypeError('no devices'));
    await expectFailure('Camera Access Error', 'camera_insecure', turnOn);
    await expectFailure('No Recording', 'no_recording', createFromVideo);
    await expectFailure('Invalid File', 'invalid_file', () => openVideo(file('a song', 'audio/mpeg', 'a.mp3')));
    expect(notices[0]!.description).toBe('Please select a video file.');
    await expectFailure('No Video Data', 'no_video_data', () => openVideo(file('')));
    await expectFailure('No Audio Detected', 'no_audio', create(await recordFilm({ tone: false })));
    await expectFailure('Audio Too Short', 'audio_too_short', create(wavFile([new Float32Array(240)], 48_000)));
    await expectFailure('Audio Analysis Failed', 'analysis_failed', create('no video at all'));
    await expectFailure('Processing Error', 'processing_error', async () => {
      const gone = file('x');
      await openVideo(gone);
      vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('The file was moved.', 'NotReadableError'));
      await createFromVideo();
    });
    const getUserMedia = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
    getUserMedia.mockRejectedValue(new DOMException('no', 'NotFoundError'));
    await expectFailure('Camera Access Error', 'camera_missing', () => turnOn());
    expect(notices[0]!.description).toBe('No camera with a microphone was found. Please connect one, then try again.');
    getUserMedia.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await expectFailure('Camera Access Error', 'camera_access', () => turnOn());
    expect(video.access).toBe('denied');
  });

  it('records the camera in pieces, switches it only while not recording, and leaves no device on', async () => {
    const opened: MediaStream[] = [];
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (constraints) => {
      const stream = await getUserMedia(constraints);
      opened.push(stream);
      return stream;
    });
    const liveTracks = () =>
      opened.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live').length;
    await enterVideo();
    if (video.stream === null) await turnOn();
    expect(video.access).toBe('granted');
    expect(liveTracks()).toBe(2);
    await switchCamera();
    expect(liveTracks()).toBe(2);
    const requests = asked.mock.calls.length;
    const enough = waitForBytes(1001);
    startVideo();
    expect(video.state).toBe('recording');
    startVideo();
    await switchCamera();
    expect(asked.mock.calls.length).toBe(requests);
    await enough;
    await expect.poll(() => video.time).toBeGreaterThanOrEqual(1);
    await stopVideo();
    expect(video.state).toBe('recorded');
    expect(video.recording!.size).toBeGreaterThan(1000);
    expect(video.recording!.type).toBe('video/webm');
    expect(liveTracks()).toBe(0);
    // With a recording at hand the camera stays off, also after audio mode.
    leaveVideo();
    await enterVideo();
    expect(liveTracks()).toBe(0);
    // With access, a reset turns the camera on.
    video.access = 'granted';
    resetVideo();
    const before = opened.length;
    await openVideo(file('a video'));
    // A file that comes while the camera is requested turns it off again.
    await expect.poll(() => opened.length).toBe(before + 1);
    await expect.poll(liveTracks).toBe(0);
    resetVideo();
    expect({ state: video.state, time: video.time, recording: video.recording }).toEqual({
      state: 'inactive',
      time: 0,
      recording: null,
    });
    await expect.poll(liveTracks).toBe(2);
    leaveVideo();
    expect(liveTracks()).toBe(0);
  });

  it('keeps a recording when it is left in the middle', async () => {
    const begun = waitForBytes(1);
    await turnOn();
    startVideo();
    await begun;
    await expect.poll(() => video.time).toBeGreaterThanOrEqual(1);
    leaveVideo();
    await expect.poll(() => video.state).toBe('recorded');
    expect(video.recording!.size).toBeGreaterThan(0);
    expect(video.stream).toBeNull();
  });

  it('refuses a recording that shows 0:00, as for the microphone', async () => {
    const begun = waitForBytes(1);
    await turnOn();
    notices.length = 0;
    // With a fixed clock: a slow machine writes the first bytes after more than a second.
    const at = <T>(ms: number, work: () => T): T => {
      const clock = vi.spyOn(performance, 'now').mockReturnValue(ms);
      const result = work();
      clock.mockRestore();
      return result;
    };
    at(1000, startVideo);
    await begun;
    await at(1400, stopVideo);
    expect([lastNotice(), video.state, video.recording]).toEqual(['That was a very short sound.', 'inactive', null]);
    resetVideo();
    leaveVideo();
  });

  it('makes no fragrance after it was left', async () => {
    await openVideo(file(await recordFilm({ tone: true })));
    const making = createFromVideo();
    expect(video.creating).toBe(true);
    leaveVideo();
    expect(video.creating).toBe(false);
    expect(await making).toBe(false);
    expect(video.state).toBe('recorded');
    expect(recorder.recordingState).toBe('inactive');
  });

  it('closes a camera that opens after it was left', async () => {
    const late = turnOn();
    leaveVideo();
    await late;
    expect(video.stream).toBeNull();
    expect(video.opening).toBe(false);
  });
});
