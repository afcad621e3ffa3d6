import { CONTROLS, isBlank, isStorable, lengthOf, LONE_SURROGATES, TURNS } from './nameRules.ts';

/* Cleans text from outside. */

// As CONTROLS, but without line breaks and tabs, which a message may have.
// oxlint-disable-next-line no-control-regex
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

const withoutTurns = (text: string): string => text.replace(LONE_SURROGATES, '').replace(TURNS, '');

/**
 * Removes what cannot be stored or read, and white space at both ends; empty when nothing visible is left. Call it
 * before the length is checked.
 */
export function cleaned(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const plain = withoutTurns(text)
    .replace(lines ? CONTROLS_BUT_LINES : CONTROLS, '')
    .trim();
  return isBlank(plain) ? '' : plain;
}

/** The nearest valid name to a text, of at most `max` characters; empty when nothing is left. */
export function asName(text: string, max: number): string {
  const plain = withoutTurns(text).replace(CONTROLS, ' ').trim();
  const name = Array.from(plain).slice(0, max).join('').trim();
  return isBlank(name) ? '' : name;
}

/** True when the database accepts a text as an e-mail address (`private.is_email`). */
export function isStorableEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    /^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/.test(text) &&
    isStorable(text)
  );
}
