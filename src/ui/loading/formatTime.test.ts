import { expect, test } from 'vitest';
import { formatTime } from './formatTime.ts';

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [59.999, '0:59'],
  [60, '1:00'],
  [75, '1:15'],
  [3661, '61:01'],
  [-3, '0:00'],
  [Number.NaN, '0:00'],
  [Infinity, '0:00'],
])('%s s is %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});
