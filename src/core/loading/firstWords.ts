/**
 * The words of the page's first picture, shown before any script of the app runs: those of a share, from its page, or
 * of the fragrance stored on the device. An inline script writes them (src/app/first/inline/showFirst.ts).
 */

/** Source of the words. */
export type WordsOf = 'share' | 'fragrance';

declare global {
  // `var`, as a property of the page.
  // oxlint-disable-next-line no-var
  var firstWords: { of: WordsOf; words: Record<string, unknown> } | undefined;
}

/** The words on screen; null when there are none of this kind. Unchecked outside data. */
export function firstWords(of: WordsOf): Record<string, unknown> | null {
  const shown = globalThis.firstWords;
  return shown?.of === of ? shown.words : null;
}

/**
 * Call once the app renders: the first picture is used once, and later visits to the screen render normally.
 */
export function clearFirstWords(): void {
  globalThis.firstWords = undefined;
}
