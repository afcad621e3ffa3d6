import { expect, test } from 'vitest';
import { spokenLength, storyOf } from './story.ts';

const trace = { duration: 8.2, peaks: [], notes: [] };

test('the story says how long the sound was, and where it comes from', () => {
  expect(storyOf({ source: 'spectral', trace })).toBe('A sound of 8 seconds. This is how it smells.');
  expect(storyOf({ source: 'byte-hash', trace })).toBe(
    'A sound of 8 seconds, without a clear pitch. This is how it smells.',
  );
  expect(storyOf({ source: 'keys', trace })).toBe('Played note by note, for 8 seconds. This is how it smells.');
  expect(storyOf({ source: 'link', trace })).toBe('Heard on the web, for 8 seconds. This is how it smells.');
  expect(storyOf({ source: 'beat' })).toBe('Played as a beat. This is how it smells.');
  expect(storyOf({ source: 'demo', trace })).toContain('from the words of a link');
});

test('an older share, which says neither, has a story all the same', () => {
  expect(storyOf({ source: null })).toBe('A sound. This is how it smells.');
  expect(storyOf({ source: null, trace })).toBe('A sound of 8 seconds. This is how it smells.');
  expect(storyOf({ source: 'keys', trace: { ...trace, duration: 0 } })).toBe(
    'Played note by note. This is how it smells.',
  );
});

test('a length is said as people say it', () => {
  expect([0.2, 1.4, 1.6, 89, 90, 600].map(spokenLength)).toEqual([
    'one second',
    'one second',
    '2 seconds',
    '89 seconds',
    '2 minutes',
    '10 minutes',
  ]);
});
