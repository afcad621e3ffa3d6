import { describe, expect, it } from 'vitest';
import { accentReason } from '../words/noteReason.ts';
import { accentsOf, MAX_ACCENTS } from './accents.ts';
import { axisFinding, characterWords, wordOf } from '../words/traits.ts';
import { AXES, characterOf, type CharacterMeasures } from './character.ts';
import { blendOf } from './blend.ts';
import { accentsSchema, characterSchema, proportionsSchema } from '../schema/fragrance.ts';
import type { Timbre, MeasuredOvertone } from '#analysis/values/timbre.ts';
import { proportionReason, proportionsOf, proportionsOfBeat } from './proportions.ts';

const overtone = (partial: number, note: MeasuredOvertone['note'], level: number, weight = 1): MeasuredOvertone => ({
  of: 'C4',
  partial,
  note,
  level,
  weight,
});

const areAccents = (value: unknown) => accentsSchema.safeParse(value).success;
const isCharacter = (value: unknown) => characterSchema.safeParse(value).success;
const areProportions = (value: unknown) => proportionsSchema.safeParse(value).success;

describe('accents', () => {
  it('are the strongest overtones outside the essence, at most three, highest first', () => {
    const overtones = [
      overtone(2, 'C5', -3),
      overtone(3, 'G5', -6),
      overtone(4, 'C6', -9),
      overtone(5, 'E6', -11),
      overtone(6, 'G6', -25),
    ];
    const accents = accentsOf(overtones, ['C4', 'G5']);
    expect(accents.length).toBeLessThanOrEqual(MAX_ACCENTS);
    expect(accents.map(({ note }) => note)).toEqual(['E6', 'C6', 'C5']);
    expect(accentsOf(overtones, ['D4'])).toEqual([]);
    expect(accentsOf([], ['C4'])).toEqual([]);
    expect(accentsOf([overtone(2, 'C5', -30)], ['C4'])).toEqual([]);
  });

  it('are as many as stand out, and stay the same under small changes', () => {
    const names = (levels: readonly number[]): string => {
      const notes = ['C5', 'G5', 'C6', 'E6'] as const;
      return accentsOf(
        levels.map((level, i) => overtone(i + 2, notes[i]!, level)),
        ['C4'],
      )
        .map(({ note }) => note)
        .join(' ');
    };
    expect(names([0, -12, -20, -24])).toBe('C5');
    expect(names([0, -3, -16, -18])).toBe('G5 C5');
    expect(names([0, -3, -5, -14])).toBe('C6 G5 C5');
    // The widest gap lies behind the second, which is more than 9 dB below the first.
    expect(names([-24, -24, -8.5, 0])).toBe('E6');
    for (const shift of [-0.3, 0.3]) expect(names([0, -3 + shift, -5, -14 - shift])).toBe('C6 G5 C5');
  });

  it('have their reason in words', () => {
    expect(accentReason({ note: 'E6', of: 'C4', partial: 5, level: -8.2 })).toBe(
      'High above your C4 rings an E6, its fourth overtone, too faint to hear by itself: Bergamot.',
    );
    expect(accentReason({ note: 'C5', of: 'C4', partial: 2, level: 0 }, 'the')).toBe(
      'Above the C4 rings a C5, its first overtone: Orris.',
    );
  });
});

describe('the character', () => {
  const plain: CharacterMeasures = {
    centroid: 440,
    brightness: 1,
    warmth: 1,
    flatness: 0,
    harmonicity: 40,
    roughness: 0,
    attack: 0.2,
    vibrato: null,
    wander: 0,
  };

  it('is 0 on every axis of a soft warm sine, and 1 at the other ends', () => {
    expect(Object.values(characterOf(plain).axes)).toEqual([0, 0, 0, 0, 0]);
    expect(characterWords(characterOf(plain))).toEqual(['warm', 'clear', 'smooth', 'soft', 'steady']);
    const harsh: CharacterMeasures = {
      centroid: 4000,
      brightness: 9,
      warmth: 0,
      flatness: 0.6,
      harmonicity: 0,
      roughness: 0.5,
      attack: 0.002,
      vibrato: { rate: 6, depth: 200 },
      wander: 10,
    };
    expect(Object.values(characterOf(harsh).axes)).toEqual([1, 1, 1, 1, 1]);
    expect(characterWords(characterOf(harsh))).toEqual(['bright', 'breathy', 'rough', 'struck', 'trembling']);
    expect(wordOf('breath', 0.35)).toBe('veiled');
  });

  it('is explained for each axis, with numbers that a musician can check', () => {
    const character = characterOf({ ...plain, attack: 0.024, vibrato: { rate: 6.04, depth: 80.2 } });
    expect(AXES.map((axis) => axisFinding(axis, character))).toEqual([
      'The middle of its sound is its notes themselves.',
      'There is far more tone than breath in it.',
      'Its partials hardly rub against each other.',
      'Each note is at its full loudness at once.',
      'It trembles 6 times a second, by 80 cents each time.',
    ]);
    const unknown = characterOf({ ...plain, harmonicity: null, attack: null, wander: null });
    for (const axis of AXES) expect(unknown.axes[axis]).toBe(0);
    expect(axisFinding('tremor', unknown)).toBe('No note is long enough to tell.');
    const slow = characterOf({ ...plain, brightness: 2, attack: 0.21, vibrato: { rate: 1.2, depth: 100 } });
    expect(axisFinding('brightness', slow)).toBe('The middle of its sound lies 12 semitones above its notes.');
    expect(axisFinding('strike', slow)).toBe('Each note takes about a fifth of a second to open.');
    expect(axisFinding('tremor', slow)).toBe('It trembles 1 time a second, by 1 semitone each time.');
  });
});

describe('proportions', () => {
  const noteEvent = (note: 'C4' | 'E4', onset: number, offset: number, velocity = 1, confidence = 1) => ({
    note,
    onset,
    offset,
    velocity,
    confidence,
  });

  it('weigh duration, loudness and clarity, and add up to 100', () => {
    const notes = [noteEvent('C4', 0, 2), noteEvent('E4', 2, 3, 0.5), noteEvent('C4', 3, 4, 1, 1)];
    const [c, e] = proportionsOf(['C4', 'E4'], notes);
    expect(c).toEqual({ note: 'C4', parts: 85, seconds: 3, loudness: 1 });
    expect(e).toEqual({ note: 'E4', parts: 15, seconds: 1, loudness: 0.5 });
    expect(proportionReason(e!, [c!, e!])).toBe('1.0 s, half loud');
    for (let count = 1; count <= 32; count++) {
      const essence = Array.from({ length: count }, (_, i) => (['C4', 'E4'] as const)[i % 2]!);
      const all = proportionsOf(essence, [noteEvent('C4', 0, 1e-3), noteEvent('E4', 0, 1000)]);
      expect(all.reduce((sum, { parts }) => sum + parts, 0)).toBe(100);
      expect(Math.min(...all.map(({ parts }) => parts))).toBeGreaterThan(0);
    }
  });

  it('are small for an added overtone or resonance, and equal without measurements', () => {
    const added = proportionsOf(['C4', 'C5', 'E4'], [noteEvent('C4', 0, 1)]);
    expect(added.map(({ parts }) => parts)).toEqual([82, 9, 9]);
    expect(added.slice(1).map((proportion) => proportionReason(proportion, added))).toEqual([
      'an overtone that rings along',
      'a resonance of the sound',
    ]);
    // C4 does not sound either, so C5 cannot be its overtone.
    const alone = proportionsOf(['C4', 'C5', 'E4'], [noteEvent('E4', 0, 1)]);
    expect(proportionReason(alone[1]!, alone)).toBe('a resonance of the sound');
    expect(proportionsOf(['C4', 'E4'], []).map(({ parts }) => parts)).toEqual([50, 50]);
  });

  it('of a beat depend on its hits', () => {
    const hits = [1, 1, 1].map(() => ({ note: 'C4' as const, velocity: 1 }));
    const beat = proportionsOfBeat(['C4', 'E4', 'C4'], [...hits, { note: 'E4', velocity: 1 }]);
    expect(beat.map(({ note, parts, hits: count }) => [note, parts, count])).toEqual([
      ['C4', 75, 3],
      ['E4', 25, 1],
    ]);
    expect(proportionReason(beat[1]!, beat)).toBe('1 hit, loud');
    const [, silent] = proportionsOfBeat(['C4', 'E4'], hits);
    expect(proportionReason(silent!, [silent!])).toBe('chosen, not hit');
    expect(proportionsOfBeat(['C4', 'E4'], []).map(({ parts }) => parts)).toEqual([50, 50]);
  });
});

describe('the blend of a fragrance', () => {
  const timbre: Timbre = {
    centroid: 900,
    brightness: 2.1,
    warmth: 0.4,
    flatness: 0.1,
    harmonicity: 20,
    roughness: 0.1,
    attack: 0.03,
    vibrato: { rate: 5.6, depth: 60 },
    wander: 4,
    overtones: [overtone(2, 'C5', -3)],
  };
  const notes = [{ note: 'C4' as const, onset: 0, offset: 1, velocity: 0.7 }];

  it('has the parts for which there is a source, and passes the checks of stored data', () => {
    const { accents, character, proportions } = blendOf(['C4', 'E4'], notes, timbre);
    expect([areAccents(accents), isCharacter(character), areProportions(proportions)]).toEqual([true, true, true]);
    expect(blendOf(['C4'], [], null)).toEqual({});
    expect(blendOf(['C5'], [], { ...timbre, overtones: [] })).toEqual({ character });
    expect(Object.keys(blendOf(['C4'], notes, null))).toEqual(['proportions']);
  });

  it('is refused if it is invalid', () => {
    const { accents, character, proportions } = blendOf(['C4', 'E4'], notes, timbre);
    for (const wrong of [null, 7, 'x', [], {}, [null]])
      expect([areAccents(wrong), isCharacter(wrong), areProportions(wrong)]).toEqual([false, false, false]);
    expect(areAccents([{ ...accents![0]!, partial: 1 }])).toBe(false);
    expect(areAccents([{ ...accents![0]!, note: 'H4' }])).toBe(false);
    expect(areAccents(Array.from({ length: 4 }, () => accents![0]!))).toBe(false);
    expect(isCharacter({ ...character!, axes: { ...character!.axes, tremor: 1.1 } })).toBe(false);
    expect(isCharacter({ ...character!, measured: { ...character!.measured, vibrato: {} } })).toBe(false);
    expect(areProportions(proportions!.slice(1))).toBe(false);
    expect(areProportions([{ note: 'C4', parts: 100, seconds: -1 }])).toBe(false);
  });
});
