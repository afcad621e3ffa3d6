import { describe, expect, it } from 'vitest';
import { heardMelodies } from '../../../../../tests/fixtures/recordings.ts';

const recordings = heardMelodies(18);

describe('the words of 18 recordings', () => {
  it('begin differently, each with a whole sentence', () => {
    const first = recordings.map(({ fragrance }) => /^[^]*?[.!?](?=\s|$)/.exec(fragrance.description)![0]);
    for (const sentence of first) expect(sentence).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(new Set(first).size).toBe(recordings.length);
  });

  it('name each differently, unless its notes are the same, after a material that is in it', () => {
    const named = new Map<string, Set<string>>();
    for (const { fragrance } of recordings) {
      const { name, musicEssence } = fragrance;
      named.set(name, (named.get(name) ?? new Set()).add([...musicEssence].sort().join(' ')));
    }
    expect([...named].filter(([, essences]) => essences.size > 1)).toEqual([]);
  });
});
