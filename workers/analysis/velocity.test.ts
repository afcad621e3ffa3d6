import { describe, expect, it } from 'vitest';
import { analyze } from '../../tests/fixtures/engine.ts';
import { render, sequence } from '../../tests/fixtures/synthesis.ts';

const SAMPLE_RATE = 44_100;

/** Velocities of two notes of a voice in a sound whose largest sample is `peak`, the second one half as loud. */
function velocities(peak: number): number[] {
  const tones = sequence([60, 67], 0.5, 0.1).map((tone, i) => ({ ...tone, loudness: i === 0 ? 1 : 0.5 }));
  const sound = render('reed', tones, 1.5, SAMPLE_RATE);
  const largest = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return analyze(
    sound.map((x) => (peak * x) / largest),
    SAMPLE_RATE,
  ).notes.map(({ velocity }) => velocity);
}

describe('the velocity of a note', () => {
  it('follows its level up to full scale', () => {
    const [soft, usual, loud, full] = [0.05, 0.25, 0.9, 1].map(velocities);
    for (const [first, second, ...more] of [soft!, usual!, loud!, full!]) {
      expect(more).toEqual([]);
      expect(first! - second!).toBeGreaterThan(0.02);
    }
    expect(loud![0]).toBeLessThan(full![0]!);
    expect(full![0]).toBeLessThan(1);
  });

  it('is 1 only for a square wave of full scale', () => {
    const square = Float32Array.from({ length: SAMPLE_RATE }, (_, i) => (i % 100 < 50 ? 1 : -1));
    const { notes } = analyze(square, SAMPLE_RATE);
    expect(notes.map(({ velocity }) => velocity.toFixed(2))).toEqual(['1.00']);
  });
});
