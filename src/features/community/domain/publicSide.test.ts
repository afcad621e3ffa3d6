import { assert as check, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName } from '#core/values/nameRules.ts';
import { BOTTLES, DEFAULT_BOTTLE } from '#features/fragrance/domain/drawing/bottle/finishes.ts';
import { bottleSvg } from '#features/fragrance/domain/drawing/bottle/bottle.ts';
import {
  clippedName,
  DESIGN_NAME_MAX,
  labelLines,
  labelName,
} from '#features/fragrance/domain/drawing/bottle/label.ts';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import {
  DEFAULT_FONT_COLOR_VALUE,
  fontColorAt,
  fontColorHex,
  fontColorName,
  fontColorValueOf,
  isFaintOn,
} from '#features/fragrance/domain/drawing/fontColor.ts';
import { noteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import { isPublished, matchesSearch, nameInPath, playlistPath } from './playlist.ts';
import {
  customFragranceId,
  isSamePreorder,
  validateContactName,
  validateMessage,
  validatePreorderName,
} from './preorder.ts';
import { STORE_FRAGRANCES as bottles } from './storeCatalogue.ts';

describe('the catalogue of the store', () => {
  it('has the three bottles with edition, quantity, size and colour', () => {
    expect(bottles.map(({ id, name, bottleColor }) => [id, name, bottleColor])).toEqual([
      ['namibian-breeze', 'NAMIBIAN BREEZE', 'white'],
      ['noise-pollution', 'NOISE POLLUTION', 'black'],
      ['shibuya-crossing', 'SHIBUYA CROSSING', 'white'],
    ]);
    for (const { edition, quantity, size } of bottles)
      expect([edition, quantity, size]).toEqual(['01/1000', '01', '50mm/1.7 fl oz']);
  });

  it('pairs four different notes with their own perfume notes, each in one tier', () => {
    for (const { musicEssence, topNotes, middleNotes, baseNotes } of bottles) {
      expect(new Set(musicEssence).size).toBe(4);
      expect([...topNotes, ...middleNotes, ...baseNotes].sort()).toEqual(
        musicEssence.map((code) => perfumeNoteOf(code).name).sort(),
      );
      for (const tier of [topNotes, middleNotes, baseNotes]) expect(tier.length).toBeGreaterThan(0);
    }
  });
});

describe('the font colour', () => {
  it('is white up to 2, black from 98, and a hue between them', () => {
    expect([0, 2, 3, 25, 50, 97, 98, 100].map(fontColorAt)).toEqual([
      '#ffffff',
      '#ffffff',
      'hsl(10.8, 80%, 50%)',
      'hsl(90, 80%, 50%)',
      'hsl(180, 80%, 50%)',
      'hsl(349.2, 80%, 50%)',
      '#000000',
      '#000000',
    ]);
    expect(fontColorAt(DEFAULT_FONT_COLOR_VALUE)).toBe('#000000');
    expect(fontColorAt(Number.NaN)).toBe('#000000');
    expect(fontColorAt(-5)).toBe('#ffffff');
  });

  it('is the same colour in hex as in hsl', () => {
    // CSS Color 4: hsl(180 80% 50%) is rgb(10% 90% 90%), and 10 % of 255 lies between two bytes.
    const bytes = (value: number) =>
      [1, 3, 5].map((at) => Number.parseInt(fontColorHex(value).slice(at, at + 2), 16) / 255);
    for (const [value, channels] of [
      [100 / 3, [0.1, 0.9, 0.1]],
      [50, [0.1, 0.9, 0.9]],
      [200 / 3, [0.1, 0.1, 0.9]],
    ] as const) {
      for (const [i, channel] of bytes(value).entries()) expect(channel).toBeCloseTo(channels[i]!, 2);
    }
    expect([fontColorHex(1), fontColorHex(99)]).toEqual(['#ffffff', '#000000']);
  });

  it('has the hue of any color that is neither white nor black; a color that looks black is black', () => {
    for (const value of [3, 17, 33, 50, 67, 97]) expect(fontColorValueOf(fontColorHex(value))).toBe(value);
    expect(fontColorValueOf('#808080')).toBe(3);
    expect(fontColorValueOf(noteColors('A4', 'light').fill)).toBe(DEFAULT_FONT_COLOR_VALUE);
  });

  it('has a name, and a warning when the label is hard to read', () => {
    expect([0, 17, 33, 67, 100].map(fontColorName)).toEqual(['white', 'yellow', 'green', 'blue', 'black']);
    expect(isFaintOn(0, '#fbf7f0')).toBe(true);
    expect(isFaintOn(17, '#fbf7f0')).toBe(true);
    expect(isFaintOn(67, '#fbf7f0')).toBe(false);
    expect(isFaintOn(100, '#fbf7f0')).toBe(false);
  });
});

describe('the label', () => {
  it('shows 50 characters and an ellipsis', () => {
    expect(labelName('a'.repeat(50))).toBe('a'.repeat(50));
    expect(labelName('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
    expect(labelName('  two \n words ')).toBe('two words');
  });

  it('never cuts a character in half', () => {
    const families = '👩‍👩‍👧'.repeat(20);
    expect([...new Intl.Segmenter().segment(clippedName(families))].every(({ segment }) => segment === '👩‍👩‍👧')).toBe(
      true,
    );
    check(
      property(string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        expect(clippedName(name).length).toBeLessThanOrEqual(DESIGN_NAME_MAX);
        expect(clippedName(name)).not.toMatch(/[\uD800-\uDFFF]/u);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['small letters', 'abcdefgh', 38],
    ['capitals', 'ABCDEFGH', 31],
    ['flags', '🇩🇪🇫🇷🇿🇦🇳🇿', 38],
    ['emoji', '😀😀😀😀😀', 31],
  ])('gives %s the width that their letters need', (_kind, name, size) => {
    expect(labelLines(name).map((line) => [line.text, line.size])).toEqual([[name, size]]);
  });

  it('keeps a name of 300 characters inside its field', () => {
    for (const name of ['n'.repeat(300), 'W'.repeat(300), '🌸'.repeat(150), 'four words of it '.repeat(20)]) {
      const lines = labelLines(name);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThanOrEqual(5);
      for (const { y } of lines) {
        expect(y).toBeGreaterThan(600);
        expect(y).toBeLessThan(734);
      }
    }
    expect(labelLines('   ')).toEqual([]);
  });

  it('is drawn for every bottle, and escapes markup', () => {
    expect(DEFAULT_BOTTLE).toBe('silver');
    expect(BOTTLES.map(({ name }) => name)).toEqual(['Matte White', 'Matte Black', 'Silver Mirror']);
    const drawings = BOTTLES.map(({ value }) =>
      bottleSvg({
        bottle: value,
        fragrance: bottles[0]!,
        name: '<script>alert(1)</script>',
        color: '"><b>',
        id: 'x',
        label: '<i>',
      }),
    );
    expect(new Set(drawings).size).toBe(3);
    for (const svg of drawings) expect(svg).not.toMatch(/<script|<b>|<i>/);
  });
});

describe('the address of a fragrance', () => {
  it('decodes to any name', () => {
    const back = (name: string) => nameInPath(new URL(playlistPath(name), 'http://localhost').pathname);
    for (const name of ['A/B? #1 100%', '50%2F', '.', '..', '🌸🌸', 'a+b&c=d', 'x'.repeat(300), "d'Ambre", '\\back'])
      expect(back(name)).toBe(name);
    check(
      property(
        // Names as they are stored: a blank of Braille, for example, is none.
        string({ unit: 'grapheme', minLength: 1 }).filter((name) => name !== '' && cleanName(name) === name),
        (name) => {
          expect(back(name)).toBe(name);
        },
      ),
      { numRuns: 200 },
    );
    // Half a character cannot be in an address; the rest of the name still is.
    expect(back('a\uD83Cb')).toBe('ab');
  });

  it('stays as it is when it cannot be decoded', () => {
    expect(nameInPath('/playlist/100%')).toBe('100%');
    expect(nameInPath('/playlist/')).toBe('');
  });
});

describe('a published fragrance', () => {
  const saved = { id: 'f2b1a7c4-0000-4000-8000-000000000000', isPublic: true };
  it('is in the playlist of the backend, unlike a private one, one of this device and a demo', () => {
    expect(isPublished(saved)).toBe(true);
    expect(isPublished({ ...saved, isPublic: false })).toBe(false);
    expect(isPublished({ ...saved, id: 'local-1' })).toBe(false);
    expect(DEMO_FRAGRANCES.some(isPublished)).toBe(false);
  });
});

describe('the search on this device', () => {
  const [lavender, citrus] = DEMO_FRAGRANCES;
  it('finds by name, creator and notes, with the last word as a prefix', () => {
    expect(DEMO_FRAGRANCES.map(({ name }) => name)).toEqual(['Lavender Dreams', 'Citrus Burst']);
    expect(matchesSearch(lavender!, 'LAVENDER dr')).toBe(true);
    expect(matchesSearch(lavender!, 'lav dreams')).toBe(false);
    expect(matchesSearch(citrus!, 'berga')).toBe(true);
    expect(matchesSearch(citrus!, 'd#6')).toBe(true);
    expect(matchesSearch(citrus!, 'lavender')).toBe(false);
    expect(matchesSearch(citrus!, '   ')).toBe(true);
  });
});

describe('the form for an order', () => {
  it('names the missing fields', () => {
    for (const blank of [' ', '\u3164\u3164', '\u200b\u00ad\u2800']) {
      expect(validatePreorderName(blank)).toBe('Name is required');
      expect(validateContactName(blank)).toBe('Name is required');
      expect(validateMessage(blank.repeat(10))).toBe('Message is required');
    }
    expect(validatePreorderName('A')).toBe('Name must be at least 2 characters');
    expect(validatePreorderName('Al')).toBeUndefined();
    expect(validatePreorderName('A'.repeat(101))).toBe('Name must be at most 100 characters');
    expect(validateContactName('A'.repeat(101))).toBe('Name must be at most 100 characters');
    expect(validateContactName('A')).toBeUndefined();
    expect(validateMessage('')).toBe('Message is required');
    expect(validateMessage('too short')).toBe('Message must be at least 10 characters long');
    expect(validateMessage('long enough')).toBeUndefined();
  });

  it('identifies a preorder by e-mail and fragrance', () => {
    expect(
      isSamePreorder({ email: ' Ada@Example.com', fragranceId: 'x' }, { email: 'ada@example.com', fragranceId: 'x' }),
    ).toBe(true);
    expect(
      isSamePreorder({ email: 'ada@example.com', fragranceId: 'x' }, { email: 'ada@example.com', fragranceId: 'y' }),
    ).toBe(false);
  });

  it('gives a designed bottle an id that the backend accepts', () => {
    const design = { name: 'Night', color: '#000000', bottle: 'black' };
    for (const id of [undefined, '', '1767225600000', 'A/B? #1', '🌸', 'x'.repeat(300), '--a--'])
      expect(customFragranceId(id, design)).toMatch(/^[a-z0-9][a-z0-9-]{0,59}$/);
    expect(customFragranceId('1767225600000', design)).toBe('custom-1767225600000');
  });

  it('distinguishes two designs without a fragrance, and recognises the same one', () => {
    const design = { name: 'Night', color: '#000000', bottle: 'black' };
    expect(customFragranceId(undefined, { ...design })).toBe(customFragranceId(undefined, design));
    const others = [
      { ...design, name: 'Day' },
      { ...design, color: '#ffffff' },
      { ...design, bottle: 'white' },
    ];
    expect(new Set([design, ...others].map((one) => customFragranceId(undefined, one))).size).toBe(4);
  });
});
