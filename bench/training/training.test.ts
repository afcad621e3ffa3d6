import { describe, expect, it } from 'vitest';
import '#bench/kernels.ts';
import { Network } from '#analysis/dsp/network.ts';
import { command, NETWORKS } from './run.ts';
import { sourceOf } from './network.ts';
import { train } from './trainer.ts';

/** Without a sound font, so that the tests' synthesis plays all instruments. */
const BARE_STUDIO = { folder: '', fonts: [] };
/** A sound with right and wrong candidates of each network; of seconds two, of one voice and of several. */
const SOUND_NUMBERS: Record<string, number[]> = { notes: [5], chords: [9], repeats: [1], seconds: [2, 4] };

describe.each(Object.keys(NETWORKS))('the training of the network of %s', (name) => {
  it('finds candidates, trains with them, and writes weights in the form that the engine loads', async () => {
    const trainer = await NETWORKS[name]!();
    const heard = SOUND_NUMBERS[name]!.map((i) => trainer.hear(i, BARE_STUDIO));
    const candidates = heard.flatMap((one) => one.candidates).filter(({ isRight }) => isRight !== null);
    expect(candidates.some(({ isRight }) => isRight) && candidates.some(({ isRight }) => !isRight)).toBe(true);
    const { stored, report } = train({ ...trainer, apart: 3 }, heard, 12);
    expect(stored).toHaveLength(trainer.inUse.length);
    const network = new Network(stored, trainer.inputs);
    const mean = (wanted: boolean): number => {
      const judged = candidates
        .filter(({ isRight }) => isRight === wanted)
        .map(({ values }) => network.classify(values));
      return judged.reduce((sum, certainty) => sum + certainty, 0) / judged.length;
    };
    expect(mean(true)).toBeGreaterThan(mean(false) + 0.1);
    expect(report).toHaveLength(4);
    expect(sourceOf(name, trainer.name, stored)).toContain(`export const ${trainer.name} = [`);
  });
});

it('refuses an unknown network before a sound is made', () => {
  expect(() => command(['nosuch'])).toThrow('There is no network "nosuch": there are notes, chords, repeats, seconds.');
});
