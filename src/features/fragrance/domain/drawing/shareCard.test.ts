import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fragranceFromEssence } from '../composition/fragrance.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { CARD_HEIGHT, CARD_WIDTH, paintCard, wrapText, type CardFragrance, type CardSurface } from './shareCard.ts';

/** Letters as wide as half their size: enough to check positions. */
class Recorder implements CardSurface<string> {
  fillStyle: unknown = '';
  strokeStyle: unknown = '';
  lineWidth = 1;
  globalAlpha = 1;
  font = '400 10px serif';
  textBaseline = '';
  readonly texts: { text: string; x: number; y: number; size: number; font: string }[] = [];
  readonly paths: string[] = [];
  #transform: [scale: number, x: number, y: number] = [1, 0, 0];
  setTransform(a: number, _b: number, _c: number, _d: number, e: number, f: number): void {
    this.#transform = [a, e, f];
  }
  fillRect(): void {}
  fill(path: string): void {
    this.paths.push(path);
  }
  stroke(path: string): void {
    this.paths.push(path);
  }
  fillText(text: string, x: number, y: number): void {
    const [scale, left, top] = this.#transform;
    this.texts.push({ text, x: left + x * scale, y: top + y * scale, size: this.#size * scale, font: this.font });
  }
  measureText(text: string): { width: number } {
    return { width: Array.from(text).length * this.#size * 0.5 };
  }
  get #size(): number {
    return Number(/(\d+)px/.exec(this.font)![1]);
  }
}

function paint(fragrance: CardFragrance): Recorder {
  const recorder = new Recorder();
  paintCard(recorder, fragrance, (data) => data);
  return recorder;
}

const fullFragrance = fragranceFromEssence({
  essence: ['C4', 'E2', 'A0', 'E6', 'B7', 'G#5', 'D3', 'F#4'],
  source: 'keys',
  now: new Date(0),
});

describe('the share card', () => {
  it('has the name, every note and every tier', () => {
    const texts = paint(fullFragrance).texts.map(({ text }) => text);
    expect(texts).toContain('Accord');
    for (const code of fullFragrance.musicEssence) expect(texts).toContain(code);
    const all = texts.join(' ');
    for (const word of [
      ...fullFragrance.name.split(' '),
      'Top',
      'Middle',
      'Base',
      ...fullFragrance.topNotes.join(', ').split(' ').slice(0, 3),
    ])
      expect(all).toContain(word);
  });

  it('sets every word of the serif at the optical size of the pages, at any size: hairlines must not vanish', () => {
    const set = paint({ ...fullFragrance, name: 'Nutmeg & Black Pepper' }).texts.filter(({ font }) =>
      font.includes('Fraunces'),
    );
    expect(new Set(set.map(({ size }) => size)).size).toBeGreaterThan(1);
    for (const { font } of set) expect(font).toContain(' 60px ');
  });

  it('prefers a smaller name to a broken word, and a larger one to a smaller', () => {
    const sizeOf = (name: string) =>
      Math.round(paint({ ...fullFragrance, name }).texts.find(({ text }) => text === name)?.size ?? 0);
    // Letters are half as wide as high, and 506 units are there.
    expect([sizeOf('A'), sizeOf('Extraordinarily')]).toEqual([86, 62]);
  });

  it('breaks a name that is too long at its smallest size into several lines', () => {
    const lines = paint({ ...fullFragrance, name: 'Lorem ipsum dolor sit amet '.repeat(20) }).texts.filter(
      ({ size }) => size === 40,
    );
    expect(lines.length).toBeGreaterThan(1);
  });

  it('is the same for the same fragrance', () => {
    expect(paint(fullFragrance)).toEqual(paint({ ...fullFragrance }));
  });

  it('keeps every word inside the picture, for any name', () => {
    const names = [
      'A',
      'W'.repeat(200),
      'Lorem ipsum dolor sit amet '.repeat(20),
      '<script>alert(1)</script>',
      '',
      '香'.repeat(60),
    ];
    const essences: NoteCode[][] = [['C4'], ['C4', 'D4', 'E4'], fullFragrance.musicEssence];
    for (const name of names) {
      for (const essence of essences) {
        const fragrance = { ...fragranceFromEssence({ essence, source: 'keys', now: new Date(0) }), name };
        const painted = paint(fragrance);
        for (const { text, x, y, size } of painted.texts) {
          expect(x).toBeGreaterThan(CARD_WIDTH / 2);
          expect(x + Array.from(text).length * size * 0.5).toBeLessThanOrEqual(CARD_WIDTH - 40);
          expect(y - size * 0.8).toBeGreaterThan(40);
          expect(y + size * 0.2).toBeLessThan(CARD_HEIGHT - 30);
        }
        const rows = painted.texts.filter(({ size }) => size >= 30).map(({ y }) => y);
        expect(new Set(rows).size).toBe(rows.length);
      }
    }
  });
});

describe('wrapText', () => {
  const measure = (text: string): number => Array.from(text).length;

  it('breaks at spaces and cuts too long words', () => {
    expect(wrapText('one two three', 7, measure)).toEqual(['one two', 'three']);
    expect(wrapText('one two three four', 7, measure, 2)).toEqual(['one two', 'three…']);
    expect(wrapText('abcdefghij', 4, measure)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapText('  ', 4, measure)).toEqual([]);
  });

  it('never returns a line that is too wide, and loses letters only when it cuts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        const lines = wrapText(text, width, measure);
        for (const line of [...lines, ...wrapText(text, width, measure, 2)])
          expect(measure(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
