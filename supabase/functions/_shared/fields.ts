/** Reads the fields of a JSON body with the words a person gets to read when one is missing or wrong. */
import { RequestError } from './http.ts';

const invalid = (message: string) => new RequestError(400, 'invalid', message);

/** A text of `min` to `max` characters after trimming. @throws RequestError 400 `invalid` with `words`. */
export function textField(body: Record<string, unknown>, name: string, { min = 1, max, missing, long }: { min?: number; max: number; missing: string; long: string }): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim().length < min) throw invalid(missing);
  // Control characters have no place in a name or a message; line breaks and tabs have.
  // oxlint-disable-next-line no-control-regex
  const text = value.trim().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
  if (text.length > max) throw invalid(long);
  return text;
}

/** An e-mail address. @throws RequestError 400 `invalid` with `words`. */
export function emailField(body: Record<string, unknown>, name: string, words: { missing: string; wrong: string }): string {
  const value = body[name];
  if (typeof value !== 'string' || value.trim() === '') throw invalid(words.missing);
  const email = value.trim();
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid(words.wrong);
  return email;
}

/** Name of the object in the bucket `audio` that a URL stands for, or null when it is no recording of ours. */
export function recordingIn(url: unknown): string | null {
  return typeof url === 'string' && url.length <= 500 ? (/^https?:\/\/[^/\s]+\/storage\/v1\/object\/public\/audio\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)$/.exec(url)?.[1] ?? null) : null;
}
