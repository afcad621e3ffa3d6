import { describe, expect, it } from 'vitest';
import { factsOf } from './fragranceFacts.ts';
import { heardMelodies } from '#tests/fixtures/recordings.ts';

const recordings = heardMelodies(18);

describe('the words of 18 recordings', () => {
  it('begin differently, each with a whole sentence', () => {
    const first = recordings.map(({ fragrance }) => /^[^]*?[.!?](?=\s|$)/.exec(fragrance.description)![0]);
    for (const sentence of first) expect(sentence).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(new Set(first).size).toBe(recordings.length);
  });

  it('name each differently, unless the notes that sounded longest are the same', () => {
    const named = new Map<string, Set<string>>();
    for (const { fragrance } of recordings) {
      const longest = factsOf(fragrance).longest.toSorted().join(' ');
      named.set(fragrance.name, (named.get(fragrance.name) ?? new Set()).add(longest));
    }
    expect([...named].filter(([, essences]) => essences.size > 1)).toEqual([]);
  });
});
