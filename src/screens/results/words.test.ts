import { describe, expect, test } from 'vitest';
import { essenceHint, openingAndRest, perfumeWords, sourceSentence, summaryOf } from './words.ts';

describe('the summary', () => {
  test('has a word for every share', () => {
    expect(
      summaryOf({ intensity: 0, complexity: 0.5, persistence: 1 }).map(({ name, word }) => `${name} ${word}`),
    ).toEqual(['Intensity soft', 'Complexity layered', 'Persistence lasting']);
  });
});

describe('the description', () => {
  test('is shown whole, with its first sentence as the opening', () => {
    expect(openingAndRest('It rises as Rose. Clove leads: a bud. It trembles 5.3 times a second.')).toEqual([
      'It rises as Rose.',
      'Clove leads: a bud. It trembles 5.3 times a second.',
    ]);
    expect(openingAndRest('One sentence without an end')).toEqual(['One sentence without an end', '']);
    expect(openingAndRest('Is it rose? It is!')).toEqual(['Is it rose?', 'It is!']);
  });

  test('has default words when none are stored', () => {
    expect(openingAndRest('  ')).toEqual(['A unique fragrance inspired by your sonic essence.', '']);
  });
});

describe('the sentence about the source', () => {
  test('of a saved byte hash does not mention pitch: the engine may have failed', () => {
    expect(sourceSentence({ source: 'byte-hash' })).toBe(
      'We heard no notes in this sound, so your scent comes from its texture.',
    );
  });

  test('distinguishes notes detected in the audio from played ones', () => {
    for (const source of ['spectral', 'resonance', 'byte-hash', 'link', 'demo'] as const)
      expect(essenceHint({ source })).toMatch(/^Music Essence: the dominant notes detected in your audio\. Each/);
    for (const source of ['beat', 'keys'] as const)
      expect(essenceHint({ source })).toMatch(/^Music Essence: the dominant notes that you played\. Each/);
  });

  test('exists for resonances, the byte hash and a demo, and for no other source', () => {
    expect(sourceSentence({ source: 'resonance' })).toBe(
      'We found no clear pitch, so your scent comes from the texture of your sound.',
    );
    expect(sourceSentence({ source: 'byte-hash', recordingId: 'here' })).toBe(
      'We found no clear pitch, so your scent comes from the texture of your sound.',
    );
    expect(sourceSentence({ source: 'byte-hash', engineFailed: true })).toBe(
      'Your browser could not analyze this sound, so your scent comes from its texture.',
    );
    expect(sourceSentence({ source: 'demo' })).toBe('Demo: these notes come from the link, not from the sound.');
    expect(sourceSentence({ source: 'spectral' })).toBeNull();
    expect(sourceSentence({})).toBeNull();
  });
});

describe('perfume notes', () => {
  test('have the sentence and the family of the catalogue', () => {
    expect(perfumeWords('Rose')).toMatchObject({ name: 'Rose', code: 'C4' });
    expect(perfumeWords('Rose').description).not.toBe('A captivating fragrance note.');
  });

  test('have a default outside the catalogue', () => {
    expect(perfumeWords('Moon Dust')).toEqual({
      name: 'Moon Dust',
      description: 'A captivating fragrance note.',
      code: undefined,
    });
  });
});
