import { describe, expect, it } from 'vitest';
import { storyOf as storyOfTheApp } from '../../../src/domain/community/story.ts';
import { SOURCES } from '../../../src/domain/fragrance/model.ts';
import type { ShareCard } from '../../../supabase/functions/_shared/shareMeta.ts';
import { storyOf, wordsOf, wordsTag } from '../../../supabase/functions/_shared/shareWords.ts';

const card: ShareCard = {
  share_id: 'aaaaaaaa',
  title: 'My Accord Fragrance Profile',
  name: 'Night Garden',
  music_essence: ['C4'],
  top_notes: [],
  middle_notes: [],
  base_notes: [],
  audio_url: '/storage/v1/object/public/audio/a.wav',
  has_image: false,
};

describe('the words that stand in the page of a share', () => {
  it('tell the story in the very sentences of the app, which replaces them', () => {
    for (const source of [...SOURCES, null])
      for (const duration of [null, 0, 0.2, 1.4, 8.2, 89, 90, 600]) {
        const trace = duration === null ? undefined : { duration, peaks: [], notes: [] };
        expect(storyOf(source, duration)).toBe(storyOfTheApp({ source, trace }));
      }
  });

  it('are those of the fragrance, or of an older share that has only a title', () => {
    expect(wordsOf({ ...card, description: 'Rose.', source: 'beat', maker_name: 'Ada' })).toEqual({
      shareId: 'aaaaaaaa',
      title: 'My Accord Fragrance Profile',
      name: 'Night Garden',
      story: 'Played as a beat. This is how it smells.',
      maker: 'Ada',
      description: 'Rose.',
    });
    expect(wordsOf({ ...card, name: null, description: ' ' })).toEqual({
      shareId: 'aaaaaaaa',
      title: null,
      name: 'My Accord Fragrance Profile',
      story: 'A sound. This is how it smells.',
      maker: null,
      description: null,
    });
  });

  it('cannot leave the element that they stand in', () => {
    const hostile = '</script><script>alert(1)</script><!--<script> & \u2028 "\\ ]]> <img src=x onerror=alert(1)>';
    const words = wordsOf({ ...card, name: hostile, description: hostile, maker_name: hostile });
    const tag = wordsTag(words);
    const inside = /^<script type="application\/json" id="words">(.*)<\/script>$/s.exec(tag)![1]!;
    expect(inside).not.toMatch(/[<>&]/);
    expect(JSON.parse(inside)).toEqual(words);
  });
});
