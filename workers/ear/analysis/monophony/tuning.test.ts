import { expect, it } from 'vitest';
import { estimateTuning } from './tuning.ts';

it('is sure at most by 1 of notes that deviate alike', () => {
  for (let i = 1; i < 400; i++) {
    const deviation = 0.1 + (i % 97) / 331;
    const notes = Array.from({ length: 7 }, (_, k) => ({ pitch: 60 + deviation, seconds: 0.37 * (i + 7 * k) }));
    const { cents, confidence } = estimateTuning(notes);
    expect(cents).toBeCloseTo(100 * deviation, 1);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(confidence).toBeCloseTo(1, 9);
  }
});
