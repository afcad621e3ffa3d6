import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canReadOutputDelay, outputDelays, outputMoment, renderedMoment, type OutputClock } from './engine.ts';

const USER_AGENTS = {
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  ubuntu: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
  android: 'Mozilla/5.0 (Linux; Android 15; rv:153.0) Gecko/153.0 Firefox/153.0',
  androidShort: 'Mozilla/5.0 (Android 15; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:153.0) Gecko/20100101 Firefox/153.0',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0',
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};

/** A context that hangs when its output delay is read. */
const trap: OutputClock = {
  baseLatency: 0.01,
  currentTime: 5,
  get outputLatency(): number {
    throw new Error('asked for the delay');
  },
  getOutputTimestamp() {
    throw new Error('asked for the moment');
  },
};

/** Readings of the two clocks of the page, ms. */
const WALL_MS = 1_790_000_000_000;
const NOW_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: WALL_MS - NOW_MS });
  vi.advanceTimersByTime(NOW_MS);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the clock of the output', () => {
  it('is not read in Firefox on Linux alone', () => {
    const asked = Object.entries(USER_AGENTS).filter(([, agent]) => canReadOutputDelay(agent));
    expect(asked.map(([name]) => name)).toEqual(['android', 'androidShort', 'mac', 'windows', 'chrome']);
  });

  it('is estimated if it must not be read', () => {
    expect(outputMoment(trap, false).contextTime).toBeCloseTo(4.99, 6);
    expect(outputDelays(trap, false)).toEqual({ base: 10, output: null });
  });

  it('is estimated from a sample whose rendering time is measured, as the clock itself jumps', () => {
    const rendered = renderedMoment(4.93, WALL_MS - 30);
    expect(rendered.performanceTime).toBeCloseTo(NOW_MS - 30, 6);
    const { contextTime, performanceTime } = outputMoment(trap, false, rendered);
    expect(contextTime).toBeCloseTo(4.92, 6);
    expect(performanceTime).toBe(rendered.performanceTime);
  });

  it('is estimated if the browser reports a time far in the future, as WebKitGTK does', () => {
    const context: OutputClock = {
      baseLatency: 0.003,
      outputLatency: 0,
      currentTime: 5,
      getOutputTimestamp: () => ({ contextTime: 4.997, performanceTime: NOW_MS + 4997 }),
    };
    const { contextTime, performanceTime } = outputMoment(context, true);
    expect(contextTime).toBeCloseTo(4.997, 6);
    expect(performanceTime).toBeLessThanOrEqual(NOW_MS);
  });

  it("is the browser's value elsewhere", () => {
    const performanceTime = NOW_MS - 100;
    const context: OutputClock = {
      baseLatency: 0.01,
      outputLatency: 0.05,
      currentTime: 5,
      getOutputTimestamp: () => ({ contextTime: 4.85, performanceTime }),
    };
    expect(outputMoment(context, true)).toEqual({ contextTime: 4.85, performanceTime });
    expect(outputDelays(context, true)).toEqual({ base: 10, output: 50 });
  });
});
