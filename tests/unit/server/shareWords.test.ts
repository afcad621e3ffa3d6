import { expect, it } from 'vitest';
import { wordsTag, type ShareCard } from '#shared/shareMeta.ts';
import { wordsOf } from '#shared/common/shareWords.ts';

const card: ShareCard = {
  share_id: 'aaaaaaaa',
  title: 'My Accord Fragrance Profile',
  name: 'Night Garden',
  music_essence: ['C4'],
  top_notes: ['Bergamot', 'Neroli'],
  middle_notes: ['Rose'],
  base_notes: [],
  audio_url: '/storage/v1/object/public/audio/a.wav',
  has_image: false,
};

/** The words in the page of a share. */
function wordsIn(tag: string): unknown {
  const inside = /^<script type="application\/json" id="words">(.*)<\/script>$/s.exec(tag)![1]!;
  expect(inside).not.toMatch(/[<>&]/);
  return JSON.parse(inside);
}

/** The story of a share with this source and duration. */
function story(source: string | null, seconds: number | null): string {
  const text = { shareId: 'aaaaaaaa', title: 'title', name: null, makerName: null, description: null };
  const notes = { musicEssence: [], topNotes: [], middleNotes: [], baseNotes: [] };
  return wordsOf({ ...text, ...notes, source, seconds }).story;
}

/** The notes of the card in words. */
const NOTE_WORDS = { musicEssence: 'C4', topNotes: 'Bergamot, Neroli', middleNotes: 'Rose', baseNotes: null };

it('the words of a share are those of the fragrance, or of an older share that has only a title', () => {
  expect(wordsIn(wordsTag({ ...card, description: 'Rose.', source: 'beat', maker_name: 'Ada' }))).toEqual({
    shareId: 'aaaaaaaa',
    title: 'My Accord Fragrance Profile',
    name: 'Night Garden',
    story: 'Played as a beat. This is how it smells.',
    maker: 'Ada',
    description: 'Rose.',
    ...NOTE_WORDS,
  });
  expect(wordsIn(wordsTag({ ...card, name: null, description: ' ' }))).toEqual({
    shareId: 'aaaaaaaa',
    title: null,
    name: 'My Accord Fragrance Profile',
    story: 'A sound. This is how it smells.',
    maker: null,
    description: null,
    ...NOTE_WORDS,
  });
});

it('the words of a share are escaped in their element', () => {
  const hostile = '</script><script>alert(1)</script><!--<script> & \u2028 "\\ ]]> <img src=x onerror=alert(1)>';
  const tag = wordsTag({ ...card, name: hostile, description: hostile, maker_name: hostile });
  expect(wordsIn(tag)).toMatchObject({ name: hostile, description: hostile, maker: hostile });
});

it('the story of a share has the length and the source of the sound', () => {
  expect(story('spectral', 8.2)).toBe('A sound of 8 seconds. This is how it smells.');
  expect(story('resonance', 8.2)).toBe('A sound of 8 seconds, without a clear pitch. This is how it smells.');
  // After a failure of the engine its pitch is unknown.
  expect(story('byte-hash', 8.2)).toBe('A sound of 8 seconds. This is how it smells.');
  expect(story('keys', 8.2)).toBe('Played note by note, for 8 seconds. This is how it smells.');
  expect(story('link', 8.2)).toBe('Heard on the web, for 8 seconds. This is how it smells.');
  expect(story('beat', null)).toBe('Played as a beat. This is how it smells.');
  expect(story('demo', 8.2)).toContain('from the words of a link');
});

it('an older share without length or source has a story', () => {
  expect(story(null, null)).toBe('A sound. This is how it smells.');
  expect(story(null, 8.2)).toBe('A sound of 8 seconds. This is how it smells.');
  expect(story('keys', 0)).toBe('Played note by note. This is how it smells.');
});

it('a length is written in rounded seconds or minutes', () => {
  expect(
    [0.2, 1.6, 2.4, 89.9, 90, 600].map((seconds) =>
      story('spectral', seconds).slice(11, -'. This is how it smells.'.length),
    ),
  ).toEqual(['one second', 'one second', '2 seconds', '89 seconds', '2 minutes', '10 minutes']);
});
