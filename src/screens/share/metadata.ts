import type { SharedFragrance } from '#features/share/state/sharedFragrance.ts';

/** The page's title. */
export const PAGE_TITLE = 'Accord Fragrance Profile';
const SITE_NAME = 'Accord';

/** Attribute, its value, and the content. */
type Tag = readonly ['name' | 'property', string, string];

/** The visible title: the name of the fragrance (docs/decisions.md, 27). */
function titleOf({ name, title }: Pick<SharedFragrance, 'name' | 'title'>): string {
  return name ?? title;
}

/** One sentence with the essence and the notes. */
function describeShared({ name, musicEssence, topNotes, middleNotes, baseNotes }: SharedFragrance): string {
  const tiers: [string, string[]][] = [
    ['Top notes', topNotes],
    ['Middle notes', middleNotes],
    ['Base notes', baseNotes],
  ];
  return [
    ...(name === null ? [] : [`${name}.`]),
    `Music essence: ${musicEssence.join(', ')}.`,
    ...tiers.filter(([, notes]) => notes.length > 0).map(([label, notes]) => `${label}: ${notes.join(', ')}.`),
  ].join(' ');
}

/** The meta tags of a share for social networks. */
function tagsOf(shared: SharedFragrance, pageUrl: string): Tag[] {
  const description = describeShared(shared);
  return [
    ['name', 'description', description],
    ['property', 'og:site_name', SITE_NAME],
    ['property', 'og:type', 'music.song'],
    ['property', 'og:title', titleOf(shared)],
    ['property', 'og:description', description],
    ['property', 'og:url', pageUrl],
    ['property', 'og:audio', shared.audioUrl],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', titleOf(shared)],
    ['name', 'twitter:description', description],
  ];
}

/**
 * Writes the page's title and tags; updates those that the server has written. Returns a function that removes them
 * when the visitor goes on inside the app (the next screen sets its own title).
 */
export function writeMetadata(shared: SharedFragrance, pageUrl: string): () => void {
  document.title = PAGE_TITLE;
  const undo: (() => void)[] = [];
  for (const [attribute, key, content] of tagsOf(shared, pageUrl)) {
    const found = document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${key}"]`);
    const tag = found ?? document.createElement('meta');
    if (found === null) {
      tag.setAttribute(attribute, key);
      document.head.append(tag);
      undo.push(() => tag.remove());
    } else if (key === 'description') {
      const before = tag.content;
      undo.push(() => tag.setAttribute('content', before));
    } else undo.push(() => tag.remove());
    tag.content = content;
  }
  return () => {
    for (const step of undo) step();
  };
}

/**
 * Removes all social tags of a share's page, including those only the server wrote (the picture); for leaving the
 * page.
 */
export function removeSocialTags(): void {
  for (const tag of document.head.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]')) tag.remove();
}
