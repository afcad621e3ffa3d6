import { expect, test } from 'vitest';
import { isolateBidi } from './bidi.ts';

test('a name that is written from right to left keeps to itself in a sentence; any other is left as it is', () => {
  for (const name of ['عند الفجر', 'נועם', 'Rose عند', '(ורד)', 'ﷺ'])
    expect(isolateBidi(name)).toBe(`\u2068${name}\u2069`);
  for (const name of ['Rose at Dawn', 'Größe 3', '薔薇', '', '🌹 5!']) expect(isolateBidi(name)).toBe(name);
});
