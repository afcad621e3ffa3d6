import { expect, test } from 'vitest';
import { isolateBidi } from './bidi.ts';

test('isolates a right-to-left name in a sentence, and leaves any other name as it is', () => {
  for (const name of ['عند الفجر', 'נועם', 'Rose عند', '(ורד)', 'ﷺ'])
    expect(isolateBidi(name)).toBe(`\u2068${name}\u2069`);
  for (const name of ['Rose at Dawn', 'Größe 3', '薔薇', '', '🌹 5!']) expect(isolateBidi(name)).toBe(name);
});
