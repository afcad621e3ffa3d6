/*
 * Rules of a name, for the app and the functions: the same as in the database (`private.is_name`), so that stored names
 * can be read again. Length in code points, no white space around it, none of the characters that are removed from
 * names, no lone surrogates, and at least one visible character.
 */

/** Half of a surrogate pair: the database cannot store it. */
export const LONE_SURROGATES = /[\ud800-\udfff]/gu;
/**
 * Characters that a name loses: controls, the zero-width space, the byte-order mark and all marks of direction, which
 * would reorder the text after the name. Spaces and joiners (U+200C, U+200D) stay: words, Persian and emoji need them.
 */
// oxlint-disable-next-line no-control-regex
export const UNWANTED_PATTERN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** A visible character: neither white space nor a control nor invisible (`private.is_name`). */
const VISIBLE_PATTERN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[^\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/** Length in code points, as the database counts. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/** True when a text has no lone surrogate, which the database cannot store. */
const isWellFormed = (text: string): boolean => text.search(LONE_SURROGATES) < 0;

/** True when every character of a text can be stored. */
export function isStorable(text: string): boolean {
  return isWellFormed(text) && !text.includes('\u0000');
}

/** True when a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE_PATTERN.test(text);
}

/** True for a name of `min` to `max` characters. */
export function isName(text: string, max: number, min = 1): boolean {
  const length = lengthOf(text);
  return (
    length >= min &&
    length <= max &&
    text === text.trim() &&
    text.search(UNWANTED_PATTERN) < 0 &&
    isWellFormed(text) &&
    !isBlank(text)
  );
}
