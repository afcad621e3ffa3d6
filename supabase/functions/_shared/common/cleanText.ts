import { UNWANTED_PATTERN, isBlank, isStorable, lengthOf, LONE_SURROGATES } from './nameRules.ts';

/*
 * Cleans text from outside, by two lists. An address loses every invisible character, because a mail server reads it
 * character by character. A name loses only the characters that no name needs (`UNWANTED_PATTERN`). Forms clean at each
 * change
 * (`typedAddress`, `typedName`) and once more when they are sent; the database refuses uncleaned text.
 */

/** Invisible characters (as `SEEN`), except the ordinary space: a person can notice it in an address as a mistake. */
const INVISIBLE_PATTERN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Controls that separate words: tab, line breaks. */
const BREAK_PATTERN = /[\t-\r\u0085]/g;
// As UNWANTED_PATTERN, but without line breaks and tabs, and with the marks of direction that a text in two scripts
// needs.
// oxlint-disable-next-line no-control-regex
const UNWANTED_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** An address without invisible characters, while it is typed. */
export function typedAddress(text: string): string {
  return text.replace(LONE_SURROGATES, '').replace(INVISIBLE_PATTERN, '');
}

/** A name without the characters that a name loses, while it is typed: spaces at its ends stay. */
export function typedName(text: string): string {
  return text.replace(LONE_SURROGATES, '').replace(BREAK_PATTERN, ' ').replace(UNWANTED_PATTERN, '');
}

/** The address that a typed text means. */
export function cleanAddress(text: string): string {
  return typedAddress(text).trim();
}

/** The name that a typed text means; empty when nothing visible is left. */
export function cleanName(text: string): string {
  return nonBlank(typedName(text).trim());
}

/** A text of several lines without characters that cannot be stored or read; empty when nothing visible is left. */
export function cleanLines(text: string): string {
  return nonBlank(text.replace(LONE_SURROGATES, '').replace(UNWANTED_IN_LINES, '').trim());
}

const nonBlank = (text: string): string => (isBlank(text) ? '' : text);

/** The nearest valid name to a text, of at most `max` characters; empty when nothing is left. */
export function asName(text: string, max: number): string {
  const name = Array.from(typedName(text).trim()).slice(0, max).join('').trim();
  return nonBlank(name);
}

/**
 * One mailbox, without the signs with which mail programs write names, lists, comments, routes and quotes around it,
 * and with a domain of labels between single dots.
 */
const MAILBOX_PATTERN = /^[^@ <>(),;:"[\]\\]+@[^@ <>(),;:"[\]\\.]+(\.[^@ <>(),;:"[\]\\.]+)+$/;
/** Full stops of other scripts, which a mail server reads as dots. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/;

/** True when the database accepts a text as an e-mail address (`private.is_email`). */
export function isStorableEmail(text: string): boolean {
  return (
    lengthOf(text) <= 254 &&
    MAILBOX_PATTERN.test(text) &&
    !OTHER_DOTS.test(text) &&
    text.search(INVISIBLE_PATTERN) < 0 &&
    isStorable(text)
  );
}
