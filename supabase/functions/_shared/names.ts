/**
 * Cleans text from outside before its length is checked. The definition of a name is the same as in the database
 * (`private.is_name`) and the app (`src/core/values/nameRules.ts`). Lengths are in code points, as in Postgres.
 */

/** Half of a surrogate pair: the database cannot store it. */
const LONE_SURROGATES = /[\ud800-\udfff]/gu;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
// As CONTROLS, but without line breaks and tabs, which a message may have.
// oxlint-disable-next-line no-control-regex
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Characters that override or embed a direction, and would turn the text around them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** A visible character: no white space, control or invisible character (`private.is_seen`). */
const SEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[^\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/**
 * Removes what cannot be stored or read, and white space at both ends; empty when nothing visible is left.
 */
export function cleaned(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const plain = text
    .replace(LONE_SURROGATES, '')
    .replace(lines ? CONTROLS_BUT_LINES : CONTROLS, '')
    .replace(TURNS, '')
    .trim();
  return SEEN.test(plain) ? plain : '';
}

/** Length in code points. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/** True when the database accepts `text` as an e-mail address (`private.is_email`). */
export function isStorableEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    /^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\ud800-\udfff]/u.test(text)
  );
}
