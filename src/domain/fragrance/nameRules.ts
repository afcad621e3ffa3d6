/*
 * What a name is: of a fragrance, a perfume note, a person. The same definition as the database's (`private.is_name`), so
 * that what is stored can be read again: lengths in characters (code points), no white space around it, no control
 * characters, and no half surrogate pair, which is no character at all.
 */

/** The longest name of a fragrance, and of a perfume note in it, characters. */
export const FRAGRANCE_NAME_LONGEST = 120;
export const NOTE_NAME_LONGEST = 80;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;

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
  return length >= min && length <= max && text === text.trim() && !CONTROLS.test(text) && !LONE_SURROGATE.test(text);
}

/** The nearest name to a text, of at most `max` characters; empty when nothing is left of it. */
export function asName(text: string, max: number): string {
  const plain = text
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(new RegExp(CONTROLS.source, 'g'), ' ')
    .trim();
  return Array.from(plain).slice(0, max).join('').trim();
}

/** True for what the database takes as an e-mail address (`private.is_email`). */
export function isEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    /^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/.test(text) &&
    !LONE_SURROGATE.test(text)
  );
}
