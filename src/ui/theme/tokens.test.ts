import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from '#features/fragrance/domain/drawing/oklab.ts';
import { DARK_PALETTE, LIGHT_PALETTE, type Palette } from '#features/fragrance/domain/drawing/palette.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const darkAt = css.indexOf('prefers-color-scheme: dark');

function tokens(part: string): Map<string, string> {
  return new Map([...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]));
}

const schemes: [string, Map<string, string>, Palette][] = [
  ['light', tokens(css.slice(0, darkAt)), LIGHT_PALETTE],
  ['dark', tokens(css.slice(darkAt)), DARK_PALETTE],
];

describe.each(schemes)('tokens.css, %s', (_scheme, token, palette) => {
  test('mirrors the palette', () => {
    expect(token.get('paper')).toBe(palette.paper);
    expect(token.get('surface')).toBe(palette.surface);
    expect(token.get('ink')).toBe(palette.ink);
    expect(token.get('muted')).toBe(palette.mutedInk);
    expect(token.get('line')).toBe(palette.line);
    palette.families.forEach((family, octave) => {
      expect(token.get(`family-${octave}`)).toBe(family.fill);
      expect(token.get(`family-${octave}-ink`)).toBe(family.ink);
      expect(token.get(`family-${octave}-wash`)).toBe(family.wash);
      expect(token.get(`family-${octave}-on`)).toBe(family.onFill);
    });
  });

  test('keeps the contrasts of text and of the red that stops a recording', () => {
    const ratio = (a: string, b: string) => contrastRatio(token.get(a)!, token.get(b)!);
    for (const paper of ['paper', 'surface', 'sunken']) {
      expect(ratio('ink', paper)).toBeGreaterThanOrEqual(7);
      expect(ratio('muted', paper)).toBeGreaterThanOrEqual(4.5);
    }
    expect(ratio('record', 'paper')).toBeGreaterThanOrEqual(3);
    expect(ratio('record-on', 'record')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('alert', 'alert-wash')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('alert', 'paper')).toBeGreaterThanOrEqual(4.5);
  });

  test('keeps 3:1 for shapes: edges of controls, the focus ring, families', () => {
    const shapes = ['line', 'ink', 'record', ...palette.families.map((_family, octave) => `family-${octave}`)];
    const weak = ['paper', 'surface', 'sunken'].flatMap((paper) =>
      shapes
        .filter((shape) => contrastRatio(token.get(shape)!, token.get(paper)!) < 3)
        .map((shape) => `${shape} on ${paper}`),
    );
    expect(weak).toEqual([]);
  });
});

/** Every stylesheet of the app, with its path. */
const sheets = readdirSync(new URL('../..', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => [path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')] as const);

test('media queries are in em, so that large text counts like a small screen', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const inPixels = sheets.filter(([, sheet]) => /@media[^{]*(width|height)[^{]*\dpx[^{]*\{/.test(sheet));
  expect(inPixels.map(([path]) => path)).toEqual([]);
});

test("sizes of text follow the visitor's chosen size", () => {
  const inPixels = sheets.filter(([, sheet]) => /(?<!-)font-size:\s*[1-9][\d.]*px/.test(sheet));
  expect(inPixels.map(([path]) => path)).toEqual([]);
});

test('layouts change at a few widths, which tokens.css lists', () => {
  const named = [18, 20, 48, 62.5, 75];
  // Widths, em, at which the words, keys or columns of one sheet stop fitting.
  const own = [23, 26.25, 37.5, 56.25, 68.75];
  const asked = sheets.flatMap(([path, sheet]) =>
    [...sheet.matchAll(/\(max-width: ([\d.]+)em\)/g)].map(([, width]) => [path, Number(width)] as const),
  );
  expect(asked.filter(([, width]) => ![...named, ...own].includes(width))).toEqual([]);
});

describe('stylesheets use tokens for', () => {
  /** Sheets that define tokens or print on white paper. */
  const free = ['ui/theme/tokens.css', 'ui/theme/fonts.css', 'ui/theme/print.css'].map((path) =>
    path.replaceAll('/', sep),
  );
  /** A bottle's own colors, and the ends of the slider of its ink. */
  const colored = [...free, ['screens', 'customize', 'Customize.module.css'].join(sep)];
  const findStrays = (property: string, allowed: RegExp) =>
    sheets
      .filter(([path]) => !free.includes(path))
      .flatMap(([path, sheet]) =>
        [...sheet.matchAll(new RegExp(`(?<![-\\w])${property}:\\s*([^;}]+)`, 'g'))]
          .map(([, value]) => value!.trim())
          .filter((value) => !allowed.test(value))
          .map((value) => `${path}: ${value}`),
      );

  test('radii', () => {
    const one = String.raw`(var\(--(radius-\w+|round)\)|50%|0|inherit|[\d.]+mm)`;
    expect(findStrays('border-radius', new RegExp(`^${one}( ${one})*$`))).toEqual([]);
  });

  // A token may have a cap: in a cell that cannot grow, such as a day of a month, larger text would be cut off, and a
  // title beside a link stays on one line.
  test('sizes of text, or sizes relative to the text around; a print sheet has points', () => {
    expect(
      findStrays(
        'font-size',
        /^(var\(--(text|title)-\w+\)|var\(--figure(-lg)?\)|min\(var\(--(text|title)-\w+\), ([\d.]+(cqi|px|vw)|var\(--title-\w+\))\)|[\d.]+(em|pt)|0|inherit)$/,
      ),
    ).toEqual([]);
  });

  test('weights', () => {
    expect(findStrays('font-weight', /^(var\(--weight-\w+\)|inherit)$/)).toEqual([]);
  });

  test('colors', () => {
    const byHand = sheets.filter(
      ([path, sheet]) => !colored.includes(path) && /#[\da-f]{3,8}\b/i.test(sheet.replaceAll(/\/\*.*?\*\//gs, '')),
    );
    expect(byHand.map(([path]) => path)).toEqual([]);
  });
});

test('classes are composed in rules of one class: the build refuses others', () => {
  const refused = sheets.flatMap(([path, sheet]) =>
    [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{[^{}]*composes:/g)]
      .map(([, selector]) => selector!.trim())
      .filter((selector) => !/^\.[\w-]+(,\s*\.[\w-]+)*$/.test(selector))
      .map((selector) => `${path}: ${selector}`),
  );
  expect(refused).toEqual([]);
});
