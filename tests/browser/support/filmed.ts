import { limitOf, withTimeout } from '#tests/withTimeout.ts';
import { nextFrame } from './clock.ts';

/** Films each kind once: filming takes as long as the film. */
const films = new Map<boolean, Promise<Blob>>();
export function recordFilm({ tone }: { tone: boolean }): Promise<Blob> {
  if (!films.has(tone)) films.set(tone, film(tone, 1.2));
  return films.get(tone)!;
}

/** A short video of a canvas that this browser records, with a tone of 440 Hz or without any sound track. */
async function film(tone: boolean, seconds: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const stream = canvas.captureStream(25);
  const audio = new AudioContext();
  await audio.resume();
  if (tone) {
    const out = audio.createMediaStreamDestination();
    const oscillator = audio.createOscillator();
    oscillator.connect(out);
    oscillator.start();
    stream.addTrack(out.stream.getAudioTracks()[0]!);
  }
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp8,opus' });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start(100);
  const end = audio.currentTime + seconds;
  const inTime = limitOf(`a sound of ${seconds} s`);
  while (audio.currentTime < end) {
    inTime(`${audio.currentTime} s`);
    context.fillStyle = `hsl(${audio.currentTime * 1000} 80% 50%)`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    await nextFrame();
  }
  recorder.stop();
  await withTimeout('the end of a recording', stopped, () => recorder.state);
  await audio.close();
  return new Blob(parts, { type: 'video/webm' });
}
