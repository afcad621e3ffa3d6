/** Tags of a share for crawlers, which run no JavaScript. All values are untrusted and escaped. */
import { escapeHtml } from './escapeHtml.ts';
import { wordsOf } from './common/shareWords.ts';

export interface ShareCard {
  share_id: string;
  title: string;
  name: string | null;
  music_essence: string[];
  top_notes: string[];
  middle_notes: string[];
  base_notes: string[];
  audio_url: string;
  has_image: boolean;
  /** The fields below are missing from shares of older versions, and from an older database. */
  description?: string | null;
  source?: string | null;
  maker_name?: string | null;
  /** Duration of the sound. */
  seconds?: number | null;
}

const SITE_NAME = 'Accord';
const PAGE_TITLE = 'Accord Fragrance Profile';

/** The title that people read: the name of the fragrance (docs/decisions.md, 27). */
function shownTitle({ name, title }: Pick<ShareCard, 'name' | 'title'>): string {
  return name ?? title;
}

/** One sentence with the essence and the notes. */
function describeShare(card: ShareCard): string {
  const tiers = [
    ['Top notes', card.top_notes],
    ['Middle notes', card.middle_notes],
    ['Base notes', card.base_notes],
  ] as const;
  return [
    card.name === null ? '' : `${card.name}.`,
    `Music essence: ${card.music_essence.join(', ')}.`,
    ...tiers.filter(([, notes]) => notes.length > 0).map(([label, notes]) => `${label}: ${notes.join(', ')}.`),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * The tags of a share: title, description, audio, picture and card. `pageUrl`, `audioUrl` and `imageUrl` are absolute.
 */
export function shareTags(
  card: ShareCard,
  urls: { pageUrl: string; audioUrl: string; imageUrl: string | null },
): string {
  const description = describeShare(card);
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  const metaTag = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(PAGE_TITLE)}</title>`,
    metaTag('description', description),
    `<link rel="canonical" href="${escapeHtml(urls.pageUrl)}">`,
    property('og:site_name', SITE_NAME),
    property('og:type', 'music.song'),
    property('og:title', shownTitle(card)),
    property('og:description', description),
    property('og:url', urls.pageUrl),
    property('og:audio', urls.audioUrl),
    ...(urls.imageUrl === null
      ? []
      : [
          property('og:image', urls.imageUrl),
          property('og:image:type', 'image/png'),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', `The flower of ${card.name ?? 'a fragrance'} with its notes`),
          metaTag('twitter:image', urls.imageUrl),
        ]),
    metaTag('twitter:card', 'summary_large_image'),
    metaTag('twitter:title', shownTitle(card)),
    metaTag('twitter:description', description),
  ].join('\n    ');
}

/**
 * The words of a share as data in its page, where an inline script inserts them as text before the app is ready
 * (src/app/first/inline/showFirst.ts). Escaped so that no character ends the element.
 */
export function wordsTag(card: ShareCard): string {
  const { share_id: shareId, title, name, description = null, source = null } = card;
  const { maker_name: makerName = null, seconds = null } = card;
  const { music_essence: musicEssence, top_notes: topNotes, middle_notes: middleNotes, base_notes: baseNotes } = card;
  const notes = { musicEssence, topNotes, middleNotes, baseNotes };
  const words = wordsOf({ shareId, title, name, description, source, makerName, seconds, ...notes });
  const text = JSON.stringify(words).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="words">${text}</script>`;
}

/** Replaces the title, description and cards in a page's head by these tags. */
export function withTags(html: string, tags: string): string {
  const bare = html
    .replace(/<title>[\s\S]*?<\/title>\s*/i, '')
    .replace(/<meta\s[^>]*(?:name="description"|name="twitter:[^"]*"|property="og:[^"]*")[^>]*>\s*/gi, '')
    .replace(/<link\s[^>]*rel="canonical"[^>]*>\s*/gi, '');
  // A function, because `$` has a special meaning in a replacement text.
  return bare.replace(/<\/head>/i, () => `  ${tags}\n  </head>`);
}
