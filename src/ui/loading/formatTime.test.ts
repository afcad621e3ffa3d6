import { expect, test } from 'vitest';
import { formatTime, lengthInWords } from './formatTime.ts';

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [2.96, '0:03'],
  [59.94, '0:59'],
  [60, '1:00'],
  [75, '1:15'],
  [3661, '61:01'],
  [-3, '0:00'],
  [Number.NaN, '0:00'],
  [Infinity, '0:00'],
])('%s s is %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

test.each([
  [0.3, 'under a second'],
  [1.2, '1 second'],
  [2.96, '3 seconds'],
  [59.9, '59 seconds'],
  [65, '1:05'],
  [Number.NaN, 'under a second'],
])('%s s in a sentence is %s', (seconds, text) => {
  expect(lengthInWords(seconds)).toBe(text);
});
