/*
 * What a name is: of a fragrance, a perfume note, a person. The same definition as the database's (`private.is_name`), so
 * that what is stored can be read again: lengths in characters (code points), no white space around it, no control
 * characters (those of direction neither, which turn what stands after a name), no half surrogate pair, which is no
 * character at all, and at least one character that is drawn.
 */

/** The longest name of a fragrance, and of a perfume note in it, characters. */
export const MAX_FRAGRANCE_NAME_LENGTH = 120;
export const MAX_NOTE_NAME_LENGTH = 80;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
/** What overrides or embeds a direction. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
/** A character that is drawn: neither white space nor a control nor one that is invisible (`private.is_seen`). */
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

/** True when nothing of a text is drawn: it looks as if there were none. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** The nearest name to a text, of at most `max` characters; empty when nothing is left of it. */
export function asName(text: string, max: number): string {
  const plain = text
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(new RegExp(TURNS.source, 'g'), '')
    .replace(new RegExp(CONTROLS.source, 'g'), ' ')
    .trim();
  const name = Array.from(plain).slice(0, max).join('').trim();
  return isBlank(name) ? '' : name;
}

/** True for what the database takes as an e-mail address (`private.is_email`). */
export function isStorableEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    /^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/.test(text) &&
    !LONE_SURROGATE.test(text)
  );
}
