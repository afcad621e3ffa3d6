import { isDemo } from '#features/fragrance/domain/composition/demoFragrances.ts';
import { isOnlyOnDevice, type SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { cleanName } from '#core/values/nameRules.ts';

/** Shown for creators without a name. */
export const ANONYMOUS_CREATOR = 'Anonymous Creator';
/** Shown for fragrances without a description. */
export const PLAYLIST_DESCRIPTION = 'A unique fragrance created from musical notes.';

/** True for a fragrance in the playlist of the backend, where it can be reported and named as a parent. */
export const isPublished = (fragrance: Pick<SavedFragrance, 'id' | 'isPublic' | 'hidden'>): boolean =>
  fragrance.isPublic && fragrance.hidden !== true && !isOnlyOnDevice(fragrance) && !isDemo(fragrance);

/** The path of a fragrance's page. The id distinguishes equal names; the name alone finds one of them. */
export function playlistPath(name: string, id?: string): string {
  // Browsers resolve a path of dots; the space prevents that and is not part of the name.
  const segment = /^\.{1,2}$/.test(name) ? `${name}%20` : encodeURIComponent(name.replaceAll(/[\uD800-\uDFFF]/gu, ''));
  return `/playlist/${segment}${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`;
}

/** The name in the path of a fragrance's page; `pathname` is still encoded. */
export function nameInPath(pathname: string): string {
  const segment = pathname.replace(/^\/playlist\//, '').replace(/\/$/, '');
  try {
    return cleanName(decodeURIComponent(segment));
  } catch {
    // Typed by hand: use undecodable text as it is.
    return cleanName(segment);
  }
}

/**
 * Splits a text into words like the backend's search: lower case, at spaces and punctuation. A sharp belongs to its
 * note only (`c#4`, and `a#` while typing).
 */
export function searchWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('♯', '#')
    .slice(0, 200)
    .split(/[\s!"$%&'()*+,./:;<=>?@^_`{|}~[\]\\]+/)
    .map((word) => word.replace(/^-+|-+$/g, ''))
    .map((word) => (/^[a-g]#[0-8]?$/.test(word) ? word : word.replace(/^[#-]+|[#-]+$/g, '')))
    .filter((word) => word !== '');
}

type Searchable = Pick<Fragrance, 'name' | 'musicEssence' | 'topNotes' | 'middleNotes' | 'baseNotes'> & {
  creatorName: string;
};

/** True when every word is in the fragrance's name, creator or notes; the last one as a prefix. */
export function matchesSearch(fragrance: Searchable, search: string): boolean {
  const wanted = searchWords(search);
  const words = [
    fragrance.name,
    fragrance.creatorName,
    ...fragrance.musicEssence,
    ...fragrance.topNotes,
    ...fragrance.middleNotes,
    ...fragrance.baseNotes,
  ].flatMap(searchWords);
  return wanted.every((word, i) =>
    words.some((own) => (i === wanted.length - 1 ? own.startsWith(word) : own === word)),
  );
}
