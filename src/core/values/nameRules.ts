/*
 * Rules for names of fragrances, perfume notes and persons. The same as the database's (`private.is_name`), so that
 * stored names can be read again: length in code points, no surrounding white space, no control characters (including
 * bidirectional ones, which would reorder text after the name), no lone surrogates, and at least one visible character.
 */

/** Maximum name of a fragrance, and of a perfume note in it, characters. */
export const MAX_FRAGRANCE_NAME_LENGTH = 120;
export const MAX_NOTE_NAME_LENGTH = 80;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
/** Characters that override or embed a direction. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
/** A visible character: neither white space nor a control nor invisible (`private.is_seen`). */
const SEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[^\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/** Length in code points, as the database counts. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/** True when every character of a text can be stored. */
export function isStorable(text: string): boolean {
  return !LONE_SURROGATE.test(text) && !text.includes('\u0000');
}

/** True for a name of `min` to `max` characters. */
export function isName(text: string, max: number, min = 1): boolean {
  const length = lengthOf(text);
  return (
    length >= min &&
    length <= max &&
    text === text.trim() &&
    !CONTROLS.test(text) &&
    !TURNS.test(text) &&
    !LONE_SURROGATE.test(text) &&
    SEEN.test(text)
  );
}

/** True when a text has no visible character. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** The nearest valid name to a text, of at most `max` characters; empty when nothing is left. */
export function asName(text: string, max: number): string {
  const plain = text
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(new RegExp(TURNS.source, 'g'), '')
    .replace(new RegExp(CONTROLS.source, 'g'), ' ')
    .trim();
  const name = Array.from(plain).slice(0, max).join('').trim();
  return isBlank(name) ? '' : name;
}

/** True for an e-mail address that the database accepts (`private.is_email`). */
export function isStorableEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    /^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/.test(text) &&
    !LONE_SURROGATE.test(text)
  );
}
