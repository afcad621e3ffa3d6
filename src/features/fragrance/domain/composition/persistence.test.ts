import { describe, expect, it } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { SoundTrace } from './model.ts';
import { persistenceOf, persistenceOfBeat } from './persistence.ts';

const equalWeights = (...notes: NoteCode[]) => new Map(notes.map((note) => [note, 1]));
const trace = (...lengths: number[]): SoundTrace => ({
  duration: 10,
  peaks: [],
  notes: lengths.map((length, i) => ({ note: 'A4', cents: 0, onset: i, offset: i + length, velocity: 0.7 })),
});

describe('persistence', () => {
  it('rises with low notes and with sustained ones, from 0 to 1', () => {
    const low = equalWeights('C2', 'E2');
    const high = equalWeights('C6', 'E6');
    expect(persistenceOf(low, trace(0.5))).toBeGreaterThan(persistenceOf(high, trace(0.5)) + 0.3);
    expect(persistenceOf(high, trace(3))).toBeGreaterThan(persistenceOf(high, trace(0.1, 0.1)) + 0.2);
    expect(persistenceOf(equalWeights('B8'), trace(0.01))).toBeLessThan(0.05);
    expect(persistenceOf(equalWeights('C0'), trace(60))).toBeGreaterThan(0.95);
  });

  it('counts a note of half a second half as sustained', () => {
    expect(persistenceOf(equalWeights('C7'), trace(0.5))).toBeCloseTo(0.2);
    expect(persistenceOf(equalWeights('C2'), trace(0.5))).toBeCloseTo(0.8);
  });

  it('counts strong notes more than faint ones', () => {
    const mostlyLow = new Map<NoteCode, number>([
      ['C2', 1],
      ['C6', 0.1],
    ]);
    const mostlyHigh = new Map<NoteCode, number>([
      ['C2', 0.1],
      ['C6', 1],
    ]);
    expect(persistenceOf(mostlyLow, undefined)).toBeGreaterThan(persistenceOf(mostlyHigh, undefined) + 0.4);
  });

  it('depends on pitch for notes without a time, and is 0 for none', () => {
    expect(persistenceOf(equalWeights('C2'), undefined)).toBe(1);
    expect(persistenceOf(new Map(), trace())).toBe(0);
  });

  it('is 0.3 to 1 for a beat, and rises with its low rows', () => {
    expect(persistenceOfBeat(['C7', 'C8'])).toBeCloseTo(0.3);
    expect(persistenceOfBeat(['C1', 'C2'])).toBe(1);
    expect(persistenceOfBeat(['C2', 'C2', 'C6'])).toBeGreaterThan(persistenceOfBeat(['C2', 'C6', 'C6']));
  });
});
