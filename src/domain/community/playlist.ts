import type { Fragrance } from '../fragrance/model.ts';

/** What stands where a creator has no name. */
export const ANONYMOUS_CREATOR = 'Anonymous Creator';
/** What stands where a fragrance has no description. */
export const PLAYLIST_DESCRIPTION = 'A unique fragrance created from musical notes.';

/** The address of a fragrance's page. The id tells two of the same name apart; the name alone is enough to find one. */
export function playlistPath(name: string, id?: string): string {
  // A path of dots would lead elsewhere before anybody reads it; the space after it is no part of the name.
  const segment = /^\.{1,2}$/.test(name) ? `${name}%20` : encodeURIComponent(name.replaceAll(/[\uD800-\uDFFF]/gu, ''));
  return `/playlist/${segment}${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`;
}

/** The name in the address of a fragrance's page; `pathname` as it stands in the address, still encoded. */
export function nameInPath(pathname: string): string {
  const segment = pathname.replace(/^\/playlist\//, '').replace(/\/$/, '');
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    // Typed by hand: what cannot be decoded stands for itself.
    return segment.trim();
  }
}

/**
 * The words of a text as the search of the backend cuts them: lower case, at spaces and punctuation. A sharp belongs to
 * its note (`c#4`, and `a#` while it is typed), and to nothing else.
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

/** True when every word is one of the fragrance's name, creator or notes; the last as far as it is typed. */
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
