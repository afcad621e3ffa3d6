/**
 * The words that stood in the page's first picture before any script of the app had run: those of a share, which its page carries,
 * or of the fragrance that the device keeps. A script in the page has put them there (supabase/local/http/firstPaintScripts.ts).
 */

/** Where the words came from. */
export type WordsOf = 'share' | 'fragrance';

declare global {
  // `var`, as a property of the page.
  // oxlint-disable-next-line no-var
  var firstWords: { of: WordsOf; words: Record<string, unknown> } | undefined;
}

/** The words that are seen already; null where there were none of this kind. Not checked: they came from outside. */
export function firstWords(of: WordsOf): Record<string, unknown> | null {
  const shown = globalThis.firstWords;
  return shown?.of === of ? shown.words : null;
}

/** From now on the app shows everything by itself: whoever comes back to the screen later comes anew. */
export function forgetFirstWords(): void {
  globalThis.firstWords = undefined;
}
