import { expect, it } from 'vitest';
import { pictureOf } from './picture.ts';

it('draws a bar for each kind and engine, and for the mean, with figures that a reader can take off', () => {
  const engine = (name: string, whole: number) => ({
    engine: name,
    noteF1: { sung: 0.8, poly_a: 0.6 },
    wholeNoteF1: { sung: whole, poly_a: 0.3 },
    meanNoteF1: 0.7,
    meanWholeNoteF1: (whole + 0.3) / 2,
  });
  const results = [engine('ours', 0.5), engine('a < b', 0.1)];
  const bars = (svg: string): number => svg.match(/<rect /g)!.length;
  const svg = pictureOf([{ about: '2 sounds', results }]);
  expect(bars(svg)).toBe(2 + 2 * 2 * 3);
  expect(svg).toContain('80.0 (50.0)');
  expect(svg).toContain('70.0 (40.0)');
  expect(svg).toContain('poly a');
  expect(svg).toContain('a &lt; b');
  expect(svg).toContain('<title>');

  // A second corpus is below the first, under the same engines.
  const both = pictureOf([
    { about: '2 sounds', results },
    { about: '3 others', results },
  ]);
  expect(bars(both)).toBe(2 + 2 * 2 * 2 * 3);
  expect(both).toContain('>3 others</text>');
  const heightOf = (text: string): number => Number(/ height="(\d+)"/.exec(text)![1]);
  expect(heightOf(both)).toBeGreaterThan(1.5 * heightOf(svg));
});
