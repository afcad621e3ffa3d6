import { describe, expect, test } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { explainNote } from './noteReason.ts';

describe('the reason for a note', () => {
  const essence: NoteCode[] = ['A4', 'C5', 'A5'];
  const heard = [
    { note: 'A4' as const, onset: 0, offset: 1, velocity: 0.8, cents: 3 },
    { note: 'C5' as const, onset: 1, offset: 1.5, velocity: 0.8, cents: 0 },
    { note: 'A4' as const, onset: 2, offset: 2.6, velocity: 0.8, cents: -4 },
    { note: 'D5' as const, onset: 2.6, offset: 2.7, velocity: 0.3, cents: 0 },
  ];

  test('counts how often and how long it sounded', () => {
    expect(explainNote('A4', essence, heard)).toContain(
      'A4 counts most: heard twice, 1.6 seconds in all. It smells of ',
    );
    expect(explainNote('A4', essence, [...heard, heard[0]!])).toContain('heard 3 times, 2.6 seconds');
    expect(explainNote('C5', essence, heard)).toContain('C5 comes second');
    expect(explainNote('C5', essence, heard)).toContain('heard once, 0.5 seconds');
  });

  test('explains an overtone and a note outside the essence', () => {
    expect(explainNote('A5', essence, heard, 'the')).toContain('A5 was not sung or played: it rang along');
    expect(explainNote('A5', essence, heard, 'your', 'sung')).toContain(
      'You did not sing A5: it rang along as an overtone',
    );
    expect(explainNote('A5', essence, heard, 'your', 'played')).toContain(
      'You did not play A5: it rang along as an overtone',
    );
    expect(explainNote('A5', essence, heard)).toContain('You did not sing or play A5: it rang along');
    expect(explainNote('D5', essence, heard)).toContain('too briefly');
  });

  test('names the resonance of a sound without such a note or overtone', () => {
    expect(explainNote('F#3', ['A4', 'F#3'], heard)).toContain(
      'F#3 is a resonance, not a note: your sound is strong around 185 Hz. It brings ',
    );
    expect(explainNote('F#3', ['F#3', 'C4'], [], 'the')).toContain('the sound is strong around 185 Hz');
  });
});
