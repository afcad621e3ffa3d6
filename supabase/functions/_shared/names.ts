/**
 * What a text from outside is made into before its length is checked: the same definition of a name as the database's
 * (`private.is_name`) and the app's (`src/domain/fragrance/nameRules.ts`). Lengths are in code points, as Postgres counts them.
 */

/** Half a surrogate pair is no character: the database cannot store it. */
const LONE_SURROGATES = /[\ud800-\udfff]/gu;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
// Line breaks and tabs have a place in a message.
// oxlint-disable-next-line no-control-regex
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** A text without what cannot be stored or read, and without white space around it. */
export function cleaned(text: string, { lines = false }: { lines?: boolean } = {}): string {
  return text
    .replace(LONE_SURROGATES, '')
    .replace(lines ? CONTROLS_BUT_LINES : CONTROLS, '')
    .trim();
}

/** Length in code points. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/** True when the database takes `text` as an e-mail address (`private.is_email`). */
export function isEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    /^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\ud800-\udfff]/u.test(text)
  );
}
