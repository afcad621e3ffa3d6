import type { Mutant } from '../mutant.ts';

/** The rules of the product: notes, fragrances, words, links. */
export const DOMAIN: Mutant[] = [
  {
    name: 'note-a-semitone-off',
    file: 'src/core/pitch/pitch.ts',
    find: '+ 12 * (octaveOf(code) + 1);',
    replace: '+ 12 * (octaveOf(code) + 1) + 1;',
    caughtBy: { suite: 'unit', file: 'src/core/pitch/pitch.test.ts', test: 'knows the fixed points' },
  },
  {
    name: 'catalogue-octave-shifted',
    file: 'src/features/fragrance/domain/catalogue/catalogue.ts',
    find: 'const family = FAMILIES[octave];',
    replace: 'const family = FAMILIES[(octave + 1) % 9];',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/catalogue/catalogue.test.ts',
      test: 'finds a family by note and by octave',
    },
  },
  {
    name: 'pyramid-not-in-thirds',
    file: 'src/features/fragrance/domain/composition/fragrance.ts',
    find: 'Math.floor((descending.length + 1) / 3)',
    replace: 'Math.floor(descending.length / 3)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/composition/fragrance.test.ts',
      test: '%d notes split into %j',
    },
  },
  {
    name: 'seed-is-random',
    file: 'src/features/fragrance/domain/composition/fragrance.ts',
    find: "const random = seededRandom(`fragrance ${kindOfSource(input.source)} ${essence.join(' ')}`);",
    replace: 'const random = Math.random;',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/composition/fragrance.test.ts',
      test: 'is the same for the same notes, except id and created',
    },
  },
  {
    name: 'description-template-loses-notes',
    file: 'src/features/fragrance/domain/words/description.ts',
    find: 'rounded by ${middle} and lifted by ${top}',
    replace: 'rounded by ${top} and lifted by ${top}',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/words/description.test.ts',
      test: 'opens with one of three sentences: both pairs of words, and the material that leads each tier',
    },
  },
  {
    name: 'one-accent-too-few',
    file: 'src/features/fragrance/domain/timbre/accents.ts',
    find: 'n <= Math.min(MAX_ACCENTS, strong.length)',
    replace: 'n < Math.min(MAX_ACCENTS, strong.length)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/fragrance/domain/timbre/timbre.test.ts',
      test: 'are as many as stand out, and do not change with a little',
    },
  },
  {
    name: 'login-leads-to-another-site',
    file: 'src/features/members/domain/nextPath.ts',
    find: '/^\\/(?![/\\\\])[^\\s\\\\]*$/.test(next)',
    replace: "next.startsWith('/')",
    caughtBy: { suite: 'unit', file: 'src/features/members/domain/nextPath.test.ts', test: '%j leads to %j' },
  },
];
