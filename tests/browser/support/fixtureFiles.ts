import { scheduleNote } from '#features/instruments/audio/playback/exportSound.ts';
import { withTimeout } from '#tests/withTimeout.ts';

/** The made fixtures, as a test page fetches them. */
const FILE_URLS = import.meta.glob<string>('../../fixtures/.generated/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a fixture. */
export function fixtureUrl(name: string): string {
  const url = FILE_URLS[`../../fixtures/.generated/${name}`];
  if (url === undefined) throw new Error(`There is no fixture ${name}.`);
  return new URL(url, location.href).href;
}

/** A fixture as the file that a visitor would drop. */
export async function fixtureFile(name: string, type = 'audio/mpeg'): Promise<File> {
  const answer = await withTimeout(`the fixture ${name}`, fetch(fixtureUrl(name)));
  return new File([await answer.arrayBuffer()], name, { type });
}

/** Records a sound file with the browser's own recorder: the only way to webm and mp4 in a test. */
export async function recordAs(file: Blob, mimeType: string): Promise<Blob> {
  const context = new AudioContext();
  try {
    await context.resume();
    const source = new AudioBufferSourceNode(context, {
      buffer: await context.decodeAudioData(await file.arrayBuffer()),
    });
    const output = context.createMediaStreamDestination();
    source.connect(output);
    const recorder = new MediaRecorder(output.stream, { mimeType });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    const ended = new Promise((resolve) => source.addEventListener('ended', resolve));
    recorder.start();
    source.start();
    await withTimeout(
      'the end of a sound',
      ended,
      () => `${context.currentTime} s of a context that is ${context.state}`,
    );
    recorder.stop();
    await withTimeout('the end of a recording', stopped, () => recorder.state);
    return new Blob(parts, { type: mimeType.split(';')[0]! });
  } finally {
    await context.close();
  }
}

/** One note of the app's own tone as mono samples, rendered offline. */
export async function renderNote(hz: number, onset: number, length: number, seconds: number): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, Math.round(seconds * 48_000), 48_000);
  scheduleNote(context, { hz, onset, length, velocity: 1 });
  return (await context.startRendering()).getChannelData(0);
}
