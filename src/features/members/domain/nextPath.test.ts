import { expect, test } from 'vitest';
import { nextPath, withNext } from './nextPath.ts';

test.each([
  ['', '/'],
  ['?next=/results', '/results'],
  ['?next=%2Fprofile%3Ftab%3Dfragrances', '/profile?tab=fragrances'],
  ['?next=https://evil.example', '/'],
  ['?next=//evil.example', '/'],
  ['?next=/%5Cevil.example', '/'],
  ['?next=/%09/evil.example', '/'],
  ['?next=javascript:alert(1)', '/'],
])('%j leads to %j', (search, path) => {
  expect(nextPath(search)).toBe(path);
});

test('keeps a valid target in the address of the next screen', () => {
  expect(withNext('/register', '?next=/results')).toBe('/register?next=%2Fresults');
  expect(withNext('/register', '?next=//evil.example')).toBe('/register');
});
