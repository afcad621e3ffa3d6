import { describe, expect, test } from 'vitest';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { characterOf } from '#features/fragrance/domain/timbre/character.ts';
import { NOTE_CODES } from '#analysis/values/pitch.ts';
import { revealCards } from '#features/fragrance/domain/words/reveal.ts';
import { recipeCard } from '#features/fragrance/domain/words/tonight.ts';
import { drawFragrance } from '../drawing.ts';
import { CARD_PICTURE, cardOpacity } from './cardPicture.ts';
import type { FilmSurface } from './lettering.ts';
import { paintPicture, pictureSize } from './pictures.ts';

/** Letters as wide as half their size: enough to check positions. */
class Recorder implements FilmSurface<string> {
  fillStyle: unknown = '';
  strokeStyle: unknown = '';
  lineWidth = 1;
  globalAlpha = 1;
  font = '400 10px serif';
  textBaseline = '';
  textAlign: unknown = '';
  readonly texts: { text: string; left: number; right: number; y: number }[] = [];
  readonly alphas: number[] = [];
  #transform: [scale: number, x: number, y: number] = [1, 0, 0];
  setTransform(a: number, _b: number, _c: number, _d: number, e: number, f: number): void {
    this.#transform = [a, e, f];
  }
  fillRect(): void {}
  fill(): void {
    this.alphas.push(this.globalAlpha);
  }
  stroke(): void {}
  fillText(text: string): void {
    const [scale, x, y] = this.#transform;
    const half = (this.measureText(text).width * scale) / 2;
    this.texts.push({ text, left: x - half, right: x + half, y });
  }
  measureText(text: string): { width: number } {
    return { width: Array.from(text).length * Number(/(\d+)px/.exec(this.font)![1]) * 0.5 };
  }
}

const fragrance = fragranceFromEssence({
  essence: ['F#4', 'A4', 'B4', 'D4', 'E5'],
  source: 'spectral',
  now: new Date(0),
  name: 'A Name as Long as a Visitor May Ever Give It, and Then Some More',
  blend: {
    accents: [{ note: 'G#6', of: 'F#4', partial: 5, level: -4 }],
    character: characterOf({
      centroid: 900,
      brightness: 2.8,
      warmth: 0.5,
      flatness: 0.2,
      harmonicity: 20,
      roughness: 0.09,
      attack: 0.04,
      vibrato: { rate: 5.2, depth: 140 },
      wander: 4,
    }),
  },
});
const [first, ...others] = revealCards(fragrance, 'file');
/** With as many words as there may be. */
const longest = { ...first!, title: 'A title of several words that need two lines', line: `${first!.line} `.repeat(4) };
const cards = [first!, ...others, longest];

describe('the picture of a card', () => {
  test.each(cards.map((card) => [card.kind, card] as const))('of %s has its words inside the picture', (_, card) => {
    const surface = new Recorder();
    paintPicture(card, surface, fragrance, (data) => data);
    const all = surface.texts.map(({ text }) => text).join(' ');
    expect(all).toContain(card.label);
    expect(all).toContain(card.title.slice(0, 20));
    expect(all).toContain(card.line.slice(0, 30));
    expect(all).toContain('Accord');
    for (const { left, right, y } of surface.texts) {
      expect(left).toBeGreaterThanOrEqual(40);
      expect(right).toBeLessThanOrEqual(CARD_PICTURE.width - 40);
      expect(y).toBeLessThanOrEqual(CARD_PICTURE.height - 40);
    }
    // No line covers another.
    const lines = surface.texts.map(({ y }) => y).sort((a, b) => a - b);
    for (let i = 1; i < lines.length; i++) expect(lines[i]! - lines[i - 1]!).toBeGreaterThan(45);
    expect(pictureSize(card)).toEqual({ width: 1080, height: 1350 });
  });

  test('of a note highlights its petals, every other one shows the whole flower', () => {
    const { shapes } = drawFragrance(fragrance);
    const strongShapes = (note: (typeof cards)[number]['note']) =>
      shapes.filter((shape) => cardOpacity(shape, { note }) === 1).length;
    expect(strongShapes(null)).toBe(shapes.length);
    expect(strongShapes('D4')).toBeGreaterThan(0);
    expect(strongShapes('D4')).toBeLessThan(shapes.length / 2);
  });

  test('of the recipe has every word and every warning inside the picture, for any length', () => {
    // Long names and warnings, and as many materials as a recipe has.
    const wordy = ['B4', 'D#2', 'C7', 'D5', 'F#4', ...NOTE_CODES.slice(-5)] as const;
    for (const musicEssence of [wordy, wordy.slice(0, 3), ['C4'] as const]) {
      const card = recipeCard({ ...fragrance, musicEssence: [...musicEssence] })!;
      const surface = new Recorder();
      paintPicture(card, surface, fragrance, (data) => data);
      const all = surface.texts.map(({ text }) => text).join(' ');
      for (const line of card.lines) expect(all).toContain(line);
      for (const { left, right, y } of surface.texts) {
        expect(left).toBeGreaterThanOrEqual(40);
        expect(right).toBeLessThanOrEqual(CARD_PICTURE.width - 40);
        expect(y).toBeLessThanOrEqual(CARD_PICTURE.height - 40);
      }
      const lines = surface.texts.map(({ y }) => y).sort((a, b) => a - b);
      for (let i = 1; i < lines.length; i++) expect(lines[i]! - lines[i - 1]!).toBeGreaterThan(25);
    }
  });
});
