import { describe, expect, it } from 'vitest';
import { seededRandom } from '#core/values/random.ts';
import type { NoteEvent } from '#analysis/types.ts';
import { tempoOf } from './tempo.ts';

const note = (onset: number, velocity = 0.8): NoteEvent => ({
  midi: 60,
  cents: 0,
  onset,
  offset: onset + 0.1,
  confidence: 1,
  velocity,
});

/** Forty notes of half a beat to two beats, each up to 15 ms early or late. */
function played(bpm: number, name: string): NoteEvent[] {
  const random = seededRandom(name);
  let beats = 1;
  return Array.from({ length: 40 }, () => {
    const onset = (60 / bpm) * beats + 0.03 * (random() - 0.5);
    beats += [0.5, 0.5, 1, 1, 1, 2][Math.floor(6 * random())]!;
    return note(onset, 0.4 + 0.5 * random());
  });
}

describe('tempoOf', () => {
  it.each([60, 72, 90, 100, 120, 133.3, 150])('measures %d beats a minute within half a per cent', (bpm) => {
    const { bpm: measured, confidence } = tempoOf(played(bpm, `song ${bpm}`))!;
    expect(Math.abs(measured / bpm - 1)).toBeLessThan(0.005);
    expect(confidence).toBeGreaterThan(0.35);
    expect(confidence).toBeLessThanOrEqual(1);
  });

  it('finds the beat and not its half or double for most melodies', () => {
    const songs = Array.from({ length: 60 }, (_, i) => ({
      bpm: 60 + i * 1.6,
      notes: played(60 + i * 1.6, `many ${i}`),
    }));
    const right = songs.filter(({ bpm, notes }) => Math.abs((tempoOf(notes)?.bpm ?? 0) / bpm - 1) < 0.04);
    expect(right.length).toBeGreaterThanOrEqual(54);
  });

  it('has hardly any confidence for random onsets', () => {
    const found = Array.from({ length: 100 }, (_, i) => {
      const random = seededRandom(`chance ${i}`);
      let at = 0;
      return tempoOf(Array.from({ length: 12 + Math.floor(60 * random()) }, () => note((at += 0.1 + 0.8 * random()))));
    }).filter((tempo) => tempo !== null);
    expect(found.length).toBeLessThanOrEqual(4);
  });

  it('is null for fewer than eight onsets, a chord counting as one', () => {
    expect(tempoOf([])).toBeNull();
    expect(tempoOf([0, 1, 2, 3, 4, 5, 6].flatMap((at) => [note(at / 2), note(at / 2 + 0.005)]))).toBeNull();
    expect(tempoOf([0, 1, 2, 3, 4, 5, 6, 7].map((at) => note(at / 2)))?.bpm).toBeCloseTo(120, 1);
  });
});
