import type { Mutant } from '../mutant.ts';

/** The rules of what people make together and find again: duet, remix, diary, room. */
export const TOGETHER: Mutant[] = [
  {
    name: 'duet-depends-on-who-came-first',
    file: 'src/features/fragrance/domain/accord/accord.ts',
    find: '.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))',
    replace: '.sort(() => 0)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/accord/accord.test.ts',
      test: 'is the same in whatever order the voices come',
    },
  },
  {
    name: 'duet-shares-what-one-voice-has',
    file: 'src/features/fragrance/domain/accord/accord.ts',
    find: 'notes.filter((note) => singers.get(note)! > 1)',
    replace: 'notes.filter((note) => singers.get(note)! > 0)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/accord/accord.test.ts',
      test: 'has the shared notes, those of each voice alone, and the accents of all',
    },
  },
  {
    name: 'remix-begins-with-a-pause',
    file: 'src/features/instruments/domain/beat/remix.ts',
    find: 'onset: onset - first,',
    replace: 'onset,',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/instruments/domain/beat/remix.test.ts',
      test: 'has the notes as they were heard, from the first one',
    },
  },
  {
    name: 'diary-fades-at-one-pace',
    file: 'src/features/diary/domain/age.ts',
    find: '((to - from) * pace)',
    replace: '(to - from)',
    caughtBy: { suite: 'unit', file: 'src/features/diary/domain/age.test.ts', test: 'leaves later where it lasts' },
  },
  {
    name: 'room-takes-news-after-a-gap',
    file: 'src/features/room/domain/news.ts',
    find: '(latest.after > view.rev || latest.rev < view.rev)',
    replace: 'latest.rev < view.rev',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/room/domain/news.test.ts',
      test: 'count once, however often they come, and none is taken that follows a gap',
    },
  },
  {
    name: 'hidden-room-keeps-its-faces',
    file: 'src/features/room/domain/news.ts',
    find: 'if (hidden === true && !head.keeper)',
    replace: 'if (hidden === true && head.keeper)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/room/domain/news.test.ts',
      test: 'take everything of a hidden room from the page, but not from those who keep it',
    },
  },
];
