import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodingRate, MAX_SECONDS, readDuration } from './decode.ts';

describe('the rate at which a sound is decoded', () => {
  it('stays 48 kHz up to half an hour of two channels', () => {
    expect(decodingRate(6)).toBe(48_000);
    expect(decodingRate(15 * 60)).toBe(48_000);
    expect(decodingRate(15 * 60 + 1)).toBe(24_000);
    for (const seconds of [1, 900, 901, MAX_SECONDS])
      expect(decodingRate(seconds) * seconds * 2).toBeLessThanOrEqual(MAX_SECONDS * 48_000);
  });
});

describe('the duration of a file', () => {
  /** A player that reports first one duration and then, without an event, another, s. */
  const playerWithDurations = (first: number, then: number): void => {
    vi.stubGlobal(
      'Audio',
      class extends EventTarget {
        duration = Number.NaN;
        set src(_url: string) {
          this.duration = first;
          queueMicrotask(() => {
            this.dispatchEvent(new Event('durationchange'));
            this.dispatchEvent(new Event('loadedmetadata'));
            this.duration = then;
          });
        }
        load(): void {}
        removeAttribute(): void {}
      },
    );
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('waits while the player reports a duration of 0 at first', async () => {
    playerWithDurations(0, 6.024);
    const duration = readDuration(new Blob(['sound']));
    await vi.advanceTimersByTimeAsync(100);
    expect(await duration).toBe(6.024);
  });

  it('is refused when the player keeps reporting 0', async () => {
    playerWithDurations(0, 0);
    const refused = readDuration(new Blob(['sound'])).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await refused).toMatchObject({ code: 'invalid_file' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
