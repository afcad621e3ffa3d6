/**
 * The words of a share that are shown first. They are in its page as data, and an inline script inserts them before the
 * app is ready (supabase/local/http/firstPaintScripts.ts). They come from strangers and are inserted as text.
 */
import { shownTitle, type ShareCard } from './shareMeta.ts';

/** Words that the app derives as well (src/state/sharing/shareWords.ts); null for a missing one. */
export interface ShareWords {
  shareId: string;
  /** The product's title, above a name. */
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

/**
 * The origin of a fragrance, in the same sentences as src/domain/community/story.ts; a test compares both.
 */
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

/** The words as data in a page, escaped so that no character ends the element. */
export function wordsTag(words: ShareWords): string {
  const text = JSON.stringify(words).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="words">${text}</script>`;
}
