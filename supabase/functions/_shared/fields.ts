/** Reads the fields of a JSON body. Errors carry the words that people read. */
import { RequestError } from './http.ts';
import { cleanAddress, cleanLines, cleanName, isStorableEmail } from './common/cleanText.ts';
import { lengthOf } from './common/nameRules.ts';

const invalidField = (message: string) => new RequestError(400, 'invalid', message);

/**
 * A text of `min` to `max` characters, counted after characters that cannot be stored are removed. `lines`: allows line
 * breaks.
 * @throws RequestError 400 `invalid` with the words.
 */
export function textField(
  body: Record<string, unknown>,
  name: string,
  {
    min = 1,
    max,
    missing,
    long,
    lines = false,
  }: { min?: number; max: number; missing: string; long: string; lines?: boolean },
): string {
  const value = body[name];
  const text = typeof value === 'string' ? (lines ? cleanLines(value) : cleanName(value)) : '';
  if (lengthOf(text) < min) throw invalidField(missing);
  if (lengthOf(text) > max) throw invalidField(long);
  return text;
}

/** An e-mail address. @throws RequestError 400 `invalid` with `words`. */
export function emailField(
  body: Record<string, unknown>,
  name: string,
  words: { missing: string; wrong: string },
): string {
  const value = body[name];
  const email = typeof value === 'string' ? cleanAddress(value) : '';
  if (email === '') throw invalidField(words.missing);
  if (!isStorableEmail(email)) throw invalidField(words.wrong);
  return email;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The id that a device gave to its message, so that a repetition counts as the same; null when there is none.
 * @throws RequestError 400
 */
export function idField(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !UUID_PATTERN.test(value)) throw invalidField('The field "id" has to be a UUID.');
  return value.toLowerCase();
}

/**
 * The secret of the sending device, 32 hexadecimal digits; null when there is none.
 * @throws RequestError 400 `no_owner`
 */
export function ownerField(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value))
    throw new RequestError(400, 'no_owner', 'The field "owner" is not the secret of a device.');
  return value;
}

/** Requires the device's secret from visitors. @throws RequestError 400 `no_owner` */
export function requireOwner(member: string | null, owner: string | null): void {
  if (member === null && owner === null)
    throw new RequestError(
      400,
      'no_owner',
      'The secret of this device is missing. Please reload the page and try again.',
    );
}

/** Name of the object in the bucket `audio` at a URL or its path; null when it is no recording of ours. */
export function recordingIn(url: unknown): string | null {
  return typeof url === 'string' && url.length <= 500
    ? (/^(?:https?:\/\/[^/\s]+)?\/storage\/v1\/object\/public\/audio\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)$/.exec(
        url,
      )?.[1] ?? null)
    : null;
}
