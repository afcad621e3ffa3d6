import { afterEach, expect, test, vi } from 'vitest';
import { SoundContext } from '#core/audio/context.ts';
import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { liveView } from '#features/create/audio/recording/liveView.ts';
import { openMicrophone } from '#features/create/audio/recording/microphone.ts';
import { startRecordingSession } from '#features/create/audio/recording/recordingSession.ts';
import { resetRecording, startRecording, stopRecording } from '#features/create/state/recording/recorderControls.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { hzOf, midiName } from '#analysis/values/pitch.ts';

afterEach(() => void vi.restoreAllMocks());

test('Record requests the microphone in the press, while the recorder still loads', async () => {
  const asked = [Promise.withResolvers<MediaStream>(), Promise.withResolvers<MediaStream>()];
  const getUserMedia = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  for (const { promise } of asked) getUserMedia.mockReturnValueOnce(promise);
  const takenBack = startRecording();
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  expect(recorder.recordingState).toBe('requesting');
  void startRecording();
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  void resetRecording();
  expect(recorder.recordingState).toBe('inactive');
  const starting = startRecording();
  expect(getUserMedia).toHaveBeenCalledTimes(2);
  // The first answer is too late.
  const context = new AudioContext();
  const { stream } = context.createMediaStreamDestination();
  asked[0]!.resolve(stream);
  await takenBack;
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  asked[1]!.reject(new DOMException('', 'NotAllowedError'));
  await starting;
  expect(recorder).toMatchObject({ recordingState: 'inactive', audioError: { type: 'permission_denied' } });
  await context.close();
});

test('Stop before any sound makes a very short recording, and no failure', async () => {
  const context = new AudioContext();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(context.createMediaStreamDestination().stream);
  // Nothing is encoded in the first milliseconds.
  vi.spyOn(MediaRecorder.prototype, 'start').mockImplementation(function (this: MediaRecorder) {
    this.dispatchEvent(new Event('stop'));
  });
  await startRecording();
  expect(recorder.recordingState).toBe('recording');
  await stopRecording();
  expect(recorder).toMatchObject({ recordingState: 'inactive', stopping: false, audioError: null });
  await context.close();
});

test('a worklet that loads 2 s late loses nothing: the first half second is in the recording and in its notes', async () => {
  const source = new AudioContext();
  await source.resume();
  const voice = new OscillatorNode(source, { frequency: hzOf('E5') });
  const output = source.createMediaStreamDestination();
  voice.connect(output);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(output.stream);
  const context = new SoundContext();
  const worklet = context.get().audioWorklet;
  const addModule = worklet.addModule.bind(worklet);
  const come = Promise.withResolvers<void>();
  vi.spyOn(worklet, 'addModule').mockImplementation(async (address) => {
    await come.promise;
    return addModule(address);
  });

  voice.start();
  const session = await startRecordingSession({
    id: 'late',
    opening: openMicrophone(false),
    context,
    client: analysisClient,
    signal: new AbortController().signal,
    onUnplugged: () => {},
    onMuted: () => {},
  });
  voice.frequency.setValueAtTime(hzOf('A4'), source.currentTime + 0.5);
  await expect.poll(() => session.elapsed()).toBeGreaterThan(2);
  expect(liveView.time).toBe(0);
  come.resolve();
  // The view then begins, at the time of the recording.
  await expect.poll(() => liveView.columns.at(-1)?.midi ?? 0).toBeCloseTo(69, 0);
  expect(liveView.time).toBeGreaterThan(2);
  await expect.poll(() => session.elapsed()).toBeGreaterThan(3);
  const recorded = await session.stop();
  expect(recorded.blob.type).toBe('audio/webm');
  const { analysis } = await recorded.analysis.result;
  expect(analysis.duration).toBeGreaterThan(2.9);
  expect(analysis.notes.map(({ midi }) => midiName(midi))).toEqual(['E5', 'A4']);
  expect(analysis.notes[0]!.onset).toBeLessThan(0.25);
  await Promise.all([context.close(), source.close()]);
});
