import { describe, expect, it } from 'vitest';
import { fragranceJson } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { fragranceInFile } from '#features/create/state/opening/importFragrance.ts';

const trace = {
  duration: 2,
  peaks: [0, 0.5, 1],
  notes: [{ note: 'A4' as const, onset: 0.5, offset: 1.25, velocity: 0.5, cents: -3 }],
};
const profile = fragranceFromEssence({
  essence: ['A4', 'C#5', 'E3'],
  source: 'spectral',
  now: new Date(0),
  audioData: 'https://example.com/a.webm',
  trace,
});

describe('a profile from a file', () => {
  it('is the same as the exported one', () => {
    expect(fragranceInFile(fragranceJson(profile))).toEqual(profile);
  });

  it('keeps the measurements, and loses only invalid fields', () => {
    const whole: Fragrance = {
      ...profile,
      accents: [{ note: 'E6', of: 'A4', partial: 3, level: -4.5 }],
      proportions: [{ note: 'A4', parts: 100, seconds: 1, loudness: 0.5 }],
    };
    expect(fragranceInFile(fragranceJson(whole))).toEqual(whole);
    const { accents: _accents, ...rest } = whole;
    const crafted = { ...whole, accents: [{ note: '<b>', of: 'A4', partial: 3, level: 0 }], character: { axes: {} } };
    expect(fragranceInFile(JSON.stringify(crafted))).toEqual(rest);
  });

  it('is refused if it is invalid', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"name":"x"}',
      JSON.stringify({ ...profile, musicEssence: ['H9'] }),
      JSON.stringify({ ...profile, musicEssence: [] }),
      JSON.stringify({ ...profile, intensity: 2 }),
    ]) {
      expect(fragranceInFile(text)).toBeNull();
    }
    expect(fragranceInFile(JSON.stringify({ ...profile, name: 'x'.repeat(10_000) }))).toBeNull();
    expect(
      fragranceInFile(JSON.stringify({ ...profile, topNotes: Array.from({ length: 5000 }, () => 'Rose') })),
    ).toBeNull();
  });

  it('loses unknown fields and addresses outside of the web', () => {
    const crafted = JSON.stringify({
      ...profile,
      audioData: 'javascript:alert(1)',
      source: 'somewhere',
      extra: '<script>',
      name: '<script>alert(1)</script>',
    });
    const read = fragranceInFile(crafted)!;
    expect(read).not.toHaveProperty('extra');
    expect(read).not.toHaveProperty('audioData');
    expect(read.source).toBe('keys');
    expect(read.name).toBe('<script>alert(1)</script>');
  });

  it('loses an invalid trace, and nothing else', () => {
    for (const broken of [
      { ...trace, duration: 1e9 },
      { ...trace, peaks: [7] },
      { ...trace, notes: [{ note: 'A4' }] },
      { ...trace, notes: [{ ...trace.notes[0], onset: 3, offset: 1 }] },
    ]) {
      expect(fragranceInFile(JSON.stringify({ ...profile, trace: broken }))).toEqual({ ...profile, trace: undefined });
    }
  });
});
