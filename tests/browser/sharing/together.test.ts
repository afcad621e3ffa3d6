import { afterEach, describe, expect, it, vi } from 'vitest';
import { wavFile } from '../../../src/features/instruments/audio/playback/wavFile.ts';
import { stopPlaying } from '../../../src/features/instruments/state/playback/player.ts';
import { decodePart, firstOnset, startTogether } from '../../../src/features/share/audio/together.ts';
import { leaveTogether, together, toggleTogether } from '../../../src/features/share/state/together.ts';

const RATE = 48_000;

/** Tones that begin at these times, s, each 0.2 s long with an attack of 5 ms, over a little noise. */
function sung(onsets: readonly number[], seconds: number, hz = 330, channel: 0 | 1 = 0): AudioBuffer {
  const buffer = new AudioBuffer({ length: seconds * RATE, sampleRate: RATE, numberOfChannels: 2 });
  const samples = new Float32Array(seconds * RATE);
  for (let i = 0; i < samples.length; i++) samples[i] = 0.001 * Math.sin(i * i);
  for (const onset of onsets)
    for (let i = 0; i < 0.2 * RATE; i++)
      samples[Math.round(onset * RATE) + i]! +=
        0.5 * Math.min(1, i / (0.005 * RATE)) * Math.sin((2 * Math.PI * hz * i) / RATE);
  buffer.copyToChannel(samples, channel);
  return buffer;
}

/** Times at which the level of a channel rises out of the noise, s. */
function onsetsIn(buffer: AudioBuffer, channel: number): number[] {
  const samples = buffer.getChannelData(channel);
  const found: number[] = [];
  let last = -Infinity;
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]!) < 0.03) continue;
    if (i - last > 0.05 * RATE) found.push(i / RATE);
    last = i;
  }
  return found;
}

describe('voices heard together', () => {
  it('begin at their first onsets within 10 ms, and keep their tempo', async () => {
    // One in each channel, so that the mix tells them apart.
    const [a, b] = [sung([0.3, 0.9, 1.5], 2), sung([1.12, 1.42, 1.9], 3, 550, 1)];
    const parts = [
      { buffer: a, onset: firstOnset(a, 0.31) },
      { buffer: b, onset: firstOnset(b, null) },
    ];
    const context = new OfflineAudioContext(2, 4 * RATE, RATE);
    const { seconds } = startTogether(context, parts, 0.1);
    const mixed = await context.startRendering();
    const [left, right] = [onsetsIn(mixed, 0), onsetsIn(mixed, 1)];
    expect(left).toHaveLength(3);
    expect(right).toHaveLength(3);
    expect(Math.abs(left[0]! - right[0]!)).toBeLessThan(0.01);
    expect(left.map((time) => time - left[0]!)).toEqual([0, expect.closeTo(0.6, 2), expect.closeTo(1.2, 2)]);
    expect(right.map((time) => time - right[0]!)).toEqual([0, expect.closeTo(0.3, 2), expect.closeTo(0.78, 2)]);
    expect(seconds).toBeCloseTo(3, 1);
  });

  it('never clip, however many there are', async () => {
    const context = new OfflineAudioContext(2, 2 * RATE, RATE);
    const parts = Array.from({ length: 16 }, () => ({ buffer: sung([0.3], 1), onset: 0.3 }));
    startTogether(context, parts, 0);
    const mixed = await context.startRendering();
    const peak = mixed.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.9);
    expect(peak).toBeLessThanOrEqual(1.001);
  });

  it('are found where they begin, whatever an encoder puts before, and nowhere in silence', async () => {
    for (const onset of [0, 0.05, 0.4, 1.2]) {
      const buffer = sung([onset, onset + 0.4], 2);
      expect(Math.abs(firstOnset(buffer, onset + 0.03) - onset)).toBeLessThan(0.01);
      expect(Math.abs(firstOnset(buffer, null) - onset)).toBeLessThan(0.01);
    }
    expect(firstOnset(new AudioBuffer({ length: 100, sampleRate: RATE }), null)).toBe(0);
    await expect(decodePart(new Blob(['no sound']), null)).rejects.toMatchObject({ code: 'undecodable' });
  });
});

describe('hearing together on a page', () => {
  const voice = (key: string, seconds = 1) => ({
    key,
    onset: 0.1,
    sound: vi.fn<() => Promise<Blob>>(() =>
      Promise.resolve(new Blob([wavFile([sung([0.1], seconds).getChannelData(0)], RATE)], { type: 'audio/wav' })),
    ),
  });
  afterEach(() => leaveTogether());

  it('plays, ends by itself, and decodes each voice once', async () => {
    const voices = [voice('a', 0.3), voice('b', 0.2)];
    await toggleTogether(voices);
    expect(together.status).toBe('playing');
    await expect.poll(() => together.status).toBe('idle');
    await toggleTogether(voices);
    for (const { sound } of voices) expect(sound).toHaveBeenCalledOnce();
  });

  it('is stopped by a second press, by whatever else is played, and by leaving', async () => {
    const voices = [voice('c', 20), voice('d', 20)];
    for (const stop of [() => void toggleTogether(voices), stopPlaying, leaveTogether]) {
      await toggleTogether(voices);
      expect(together.status).toBe('playing');
      stop();
      expect(together.status).toBe('idle');
    }
  });

  it('says when a voice cannot be had, and tries again', async () => {
    const lost = { ...voice('e'), sound: vi.fn<() => Promise<Blob>>(() => Promise.reject(new Error('away'))) };
    await toggleTogether([voice('f'), lost]);
    expect(together.status).toBe('idle');
    await toggleTogether([voice('f'), lost]);
    expect(lost.sound).toHaveBeenCalledTimes(2);
  });
});
