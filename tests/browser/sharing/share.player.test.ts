import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import {
  releaseElement,
  releaseRecording,
  playElement,
  player,
  playNotes,
  playRecording,
  stopPlaying,
} from '#features/instruments/state/playback/player.ts';
import { withTimeout } from '#tests/withTimeout.ts';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));

const tone = (seconds: number) => {
  const samples = Float32Array.from(
    { length: seconds * 8000 },
    (_, i) => 0.1 * Math.sin((2 * Math.PI * 440 * i) / 8000),
  );
  return new Blob([wavFile([samples], 8000)], { type: 'audio/wav' });
};

let element: HTMLAudioElement;
beforeEach(() => {
  notices.length = 0;
  element = document.createElement('audio');
  // As its screen does it.
  for (const type of ['pause', 'ended', 'error']) element.addEventListener(type, () => releaseElement(element));
  document.body.append(element);
});
afterEach(() => {
  stopPlaying();
  releaseRecording();
  element.remove();
  vi.restoreAllMocks();
});

describe('an element of the page @slow', () => {
  it('plays, stops any other sound, and is stopped by it', async () => {
    element.src = URL.createObjectURL(tone(5));
    void playNotes(['C4', 'E4']);
    expect(player.sounding).toBe('notes');
    expect(await playElement(element)).toEqual({ ok: true });
    expect({ sounding: player.sounding, note: player.note, paused: element.paused }).toEqual({
      sounding: 'recording',
      note: null,
      paused: false,
    });
    void playNotes(['C4', 'E4']);
    expect(element.paused).toBe(true);
    await playElement(element);
    const paused = new Promise((resolve) => element.addEventListener('pause', resolve, { once: true }));
    await playRecording(tone(5));
    expect(element.paused).toBe(true);
    expect(player.sounding).toBe('recording');
    // The pause of the element comes late, and is not the recording's.
    await withTimeout('the pause', paused);
    expect(player.sounding).toBe('recording');
  });

  it('is silent at its end, and begins again at 0', async () => {
    element.src = URL.createObjectURL(tone(0.3));
    await playElement(element);
    // The element is at its end a moment before it reports this.
    await expect.poll(() => player.sounding).toBeNull();
    expect(element.ended).toBe(true);
    const places: number[] = [];
    element.addEventListener('seeking', () => places.push(element.currentTime));
    await playElement(element);
    expect(element.paused).toBe(false);
    await expect.poll(() => places).toEqual([0]);
    await expect.poll(() => player.sounding).toBeNull();
    expect(element.ended).toBe(true);
  });

  it('keeps its place when it is stopped in the middle', async () => {
    element.src = URL.createObjectURL(tone(5));
    await playElement(element);
    await expect.poll(() => element.currentTime).toBeGreaterThan(0.2);
    stopPlaying();
    const place = element.currentTime;
    await playElement(element);
    expect(element.currentTime).toBeGreaterThanOrEqual(place);
  });

  it.each([
    ['NotAllowedError', 'not_allowed', 'Please tap again to play (autoplay is restricted)'],
    ['NotSupportedError', 'playback_failed', 'Playback Error'],
  ])('that the browser refuses with %s shows a message', async (name, code, title) => {
    vi.spyOn(element, 'play').mockRejectedValue(new DOMException('no', name));
    expect(await playElement(element)).toEqual({ ok: false, code });
    expect(notices.map((notice) => notice.title)).toEqual([title]);
    expect(player.sounding).toBeNull();
  });

  it('that is stopped before it begins is no failure', async () => {
    element.src = URL.createObjectURL(tone(5));
    const starting = playElement(element);
    stopPlaying();
    expect(await starting).toEqual({ ok: true });
    expect(notices).toEqual([]);
    expect(player.sounding).toBeNull();
  });

  it('reports a missing source and stays silent', async () => {
    element.src = URL.createObjectURL(new Blob(['no sound'], { type: 'audio/wav' }));
    expect(await playElement(element)).toEqual({ ok: false, code: 'playback_failed' });
    expect(notices[0]).toMatchObject({
      title: 'Playback Error',
      description: 'There was a problem playing the audio. Please try again.',
    });
  });
});
