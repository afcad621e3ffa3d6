import { backendConfig, playableUrl, type BackendConfig } from '../connection/config.ts';
import { BackendError } from '../connection/errors.ts';

/*
 * Rows name a recording by its path in the bucket `audio`; the app knows it by the URL under which it plays. This is
 * the border between the two.
 */

const URL_PATH =
  /^(?:https?:\/\/[^/\s]+)?\/storage\/v1\/object\/public\/audio\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)$/;

/** The path of a recording in storage, or null for a URL that is none of one. */
export function audioPathOf(url: string): string | null {
  return url.length <= 500 ? (URL_PATH.exec(url)?.[1] ?? null) : null;
}

/** The path of a recording that is about to be stored with something. @throws BackendError `rejected` when the URL is none of one */
export function requireAudioPath(url: string, field: string): string {
  const path = audioPathOf(url);
  if (path === null)
    throw new BackendError('rejected', 'This cannot be stored: it is no recording in storage.', { detail: field });
  return path;
}

/** Where a recording plays that a row tells about; null when it has none. */
export function playbackUrlOf(stored: string | null, config: BackendConfig = backendConfig()): string | null {
  return stored === null ? null : playableUrl(stored, config);
}
