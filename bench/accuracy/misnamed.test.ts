import { expect, it } from 'vitest';
import { render } from '#tests/fixtures/synthesis.ts';
import { oddBelowEven } from './misnamed.ts';

const SAMPLE_RATE = 22_050;
const played = (voice: 'saw' | 'reed' | 'flute', midi: number): Float32Array =>
  render(voice, [{ midi, onset: 0.2, offset: 1.8 }], 2, SAMPLE_RATE);

it('distinguishes a note an octave above its name from one with weak even or odd partials', () => {
  for (const midi of [36, 60, 84]) {
    expect(oddBelowEven(played('saw', midi + 12), SAMPLE_RATE, midi)).toBeGreaterThan(40);
    for (const voice of ['saw', 'reed', 'flute'] as const)
      expect(oddBelowEven(played(voice, midi), SAMPLE_RATE, midi)).toBeLessThan(0);
  }
});
