import { describe, expect, test } from 'vitest';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { perfumeWords, sourceSentence, summaryOf, whyThisNote } from './words.ts';

describe('the summary', () => {
  test('has a word for every share', () => {
    expect(
      summaryOf({ intensity: 0, complexity: 0.5, persistence: 1 }).map(({ name, word }) => `${name} ${word}`),
    ).toEqual(['Intensity soft', 'Complexity layered', 'Persistence lasting']);
  });
});

describe('the source', () => {
  test('is said for the byte hash and for a demo, and for nothing else', () => {
    expect(sourceSentence('byte-hash')).toBe(
      'We found no clear pitch, so your scent comes from the texture of your sound.',
    );
    expect(sourceSentence('demo')).toBe('Demo: these notes come from the link, not from the sound.');
    expect(sourceSentence('spectral')).toBeNull();
    expect(sourceSentence(undefined)).toBeNull();
  });
});

describe('perfume notes', () => {
  test('have the sentence and the family of the catalogue', () => {
    expect(perfumeWords('Rose')).toMatchObject({ name: 'Rose', code: 'C4' });
    expect(perfumeWords('Rose').description).not.toBe('A captivating fragrance note.');
  });

  test('outside the catalogue get the default', () => {
    expect(perfumeWords('Moon Dust')).toEqual({
      name: 'Moon Dust',
      description: 'A captivating fragrance note.',
      code: undefined,
    });
  });
});

describe('why this note', () => {
  const essence: NoteCode[] = ['A4', 'C5', 'A5'];
  const heard = [
    { note: 'A4' as const, onset: 0, offset: 1, velocity: 0.8, cents: 3 },
    { note: 'C5' as const, onset: 1, offset: 1.5, velocity: 0.8, cents: 0 },
    { note: 'A4' as const, onset: 2, offset: 2.6, velocity: 0.8, cents: -4 },
    { note: 'D5' as const, onset: 2.6, offset: 2.7, velocity: 0.3, cents: 0 },
  ];

  test('counts how often and how long it was heard', () => {
    expect(whyThisNote('A4', essence, heard)).toContain(
      'the strongest note of your essence: heard twice, 1.6 s in all',
    );
    expect(whyThisNote('C5', essence, heard)).toContain('second strongest');
    expect(whyThisNote('C5', essence, heard)).toContain('heard once, 0.5 s');
  });

  test('says when a note is an overtone or was left out', () => {
    expect(whyThisNote('A5', essence, heard)).toContain('overtone');
    expect(whyThisNote('D5', essence, heard)).toContain('too briefly');
  });
});
