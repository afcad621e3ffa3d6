import { describe, expect, test } from 'vitest';
import { defaultProfile, fallbackName, readMember } from './member.ts';
import { focusLabel, locationOf, memberNumbers, soundKeyNotes } from '#features/members/domain/memberCard.ts';

describe('a member without a row', () => {
  test('has the name of the registration, else the part of the e-mail before the at-sign, else User', () => {
    expect(defaultProfile({ id: '1', email: 'ada@example.com', metadata: { liquidName: ' Ada L ' } }).liquidName).toBe(
      'Ada L',
    );
    expect(defaultProfile({ id: '1', email: 'ada@example.com', metadata: { liquidName: 7 } }).liquidName).toBe('ada');
    expect(fallbackName('@nobody')).toBe('User');
    expect(fallbackName('')).toBe('User');
  });

  test('starts at level 1 with nothing shown', () => {
    expect(defaultProfile({ id: '1', email: 'a@b.c', metadata: { location: 'Berlin, Germany' } })).toMatchObject({
      level: 1,
      showInstagram: false,
      showTiktok: false,
      preference: null,
      favoriteNotes: [],
      location: 'Berlin, Germany',
    });
  });
});

test.each([
  ['https://x.example/photo.jpg', 'https://x.example/photo.jpg'],
  ['javascript:alert(1)', null],
  [`https://x.example/${'a'.repeat(500)}`, null],
  [7, null],
])('the photo %j of a local copy is read as %j', (profilePhoto, photo) => {
  expect(readMember({ id: '1', email: 'a@b.c', profilePhoto })?.profilePhoto).toBe(photo);
});

test.each([
  ['Germany', 'Berlin', 'Berlin, Germany'],
  ['Germany', '', 'Germany'],
  ['', '', null],
  ['', 'Berlin', null],
])('country %j and city %j are %j', (country, city, location) => {
  expect(locationOf(country, city)).toBe(location);
});

test('a Sound Key is read note by note', () => {
  expect(soundKeyNotes('C4-E4-G4')).toEqual(['C4', 'E4', 'G4']);
  expect(soundKeyNotes('C4-H9--F#5')).toEqual(['C4', 'F#5']);
  expect(soundKeyNotes(null)).toEqual([]);
});

test.each([
  [0, 0, []],
  [1, 0, ['Scent Creator']],
  [2, 0, ['Scent Creator']],
  [3, 0, ['Scent Creator', 'Sonic Explorer']],
  [5, 0, ['Scent Creator', 'Sonic Explorer', 'Master Perfumer']],
  [9, 0, ['Scent Creator', 'Sonic Explorer', 'Master Perfumer']],
  [10, 1, ['Scent Creator', 'Sonic Explorer', 'Master Perfumer']],
  [29, 2, ['Scent Creator', 'Sonic Explorer', 'Master Perfumer']],
])('%i entries: %i secret notes and %j', (entries, secretNotes, badges) => {
  expect(memberNumbers(entries)).toEqual({ liquefied: entries, secretNotes, badges });
});

test('only the preference Ear focuses on sound', () => {
  expect([focusLabel('ear'), focusLabel('nose'), focusLabel('both'), focusLabel(null)]).toEqual([
    'Sound Focus',
    'Fragrance Focus',
    'Fragrance Focus',
    'Fragrance Focus',
  ]);
});
