/**
 * The words that are read first of a share. They stand in its page as data, and two lines of script in it put them where they belong
 * before the app is there (supabase/local/http/firstPaintScripts.ts). Everything in them came from a stranger: the page takes them as text.
 */
import { shownTitle, type ShareCard } from './shareMeta.ts';

/** What the app makes of a share as well (src/state/sharing/shareWords.ts); a word that is missing is null. */
export interface ShareWords {
  shareId: string;
  /** The product's own title, above a name. */
  title: string | null;
  name: string;
  story: string;
  maker: string | null;
  description: string | null;
}

export function wordsOf(card: ShareCard): ShareWords {
  const { share_id: shareId, title, name, description = null, source = null, maker_name: maker = null } = card;
  return {
    shareId,
    title: name === null ? null : title,
    name: shownTitle(card),
    story: storyOf(source, card.seconds ?? null),
    maker,
    description: description === null || description.trim() === '' ? null : description,
  };
}

/** Where a fragrance comes from; the same sentences as in src/domain/community/story.ts, which a test compares. */
export function storyOf(source: string | null, seconds: number | null): string {
  const length = seconds === null || seconds <= 0 ? null : spokenLength(seconds);
  const sound = length === null ? 'A sound' : `A sound of ${length}`;
  const played = (where: string) => (length === null ? where : `${where}, for ${length}`);
  const origins: Record<string, string> = {
    'byte-hash': `${sound}, without a clear pitch`,
    beat: 'Played as a beat',
    keys: played('Played note by note'),
    link: played('Heard on the web'),
    demo: 'Made from the words of a link, not from its sound',
  };
  return `${origins[source ?? ''] ?? sound}. This is how it smells.`;
}

function spokenLength(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) return whole === 1 ? 'one second' : `${whole} seconds`;
  return `${Math.round(whole / 60)} minutes`;
}

/** The words as data in a page: no character in it can end the element that it stands in. */
export function wordsTag(words: ShareWords): string {
  const text = JSON.stringify(words).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="words">${text}</script>`;
}
