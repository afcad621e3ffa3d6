import { describe, expect, it } from 'vitest';
import { latencyWords } from './latency.ts';

const measuredLatency = { median: 31.4, count: 5, base: 10.2, output: 12 };
const outputText = (output: number | null): string => latencyWords({ ...measuredLatency, output }).parts.at(-1)!;

describe('the latency in words', () => {
  it("has a figure, its meaning, and the browser's share", () => {
    const { figure, parts } = latencyWords(measuredLatency);
    expect(figure).toBe('Touch to sound: 31 ms');
    expect(parts[0]).toBe('Median of 5 notes, from your touch to the sound, as far as the browser can tell.');
    expect(parts[1]).toContain('10 ms');
    expect(latencyWords({ ...measuredLatency, count: 1 }).parts[0]).toContain('one note');
    expect(latencyWords({ ...measuredLatency, base: 0 }).parts).toHaveLength(2);
  });

  it('distinguishes a wire, a slow system, Bluetooth and a browser that reports none', () => {
    expect(outputText(12)).toBe('Your speakers or headphones add about 12 ms, as wired ones do.');
    expect(outputText(62)).toBe('Your speakers or headphones add about 62 ms.');
    expect(outputText(183)).toContain('add about 180 ms, as Bluetooth does.');
    expect(outputText(null)).toContain('does not say');
  });
});
