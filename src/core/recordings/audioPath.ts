import { backendConfig, playableUrl, type BackendConfig } from '../backend/config.ts';
import { BackendError } from '../backend/errors.ts';

/*
 * Rows store a recording's path in the bucket `audio`; the app uses the URL under which it plays. Converts between the
 * two.
 */

const URL_PATH =
  /^(?:https?:\/\/[^/\s]+)?\/storage\/v1\/object\/public\/audio\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)$/;

/** The path of a recording in storage; null for any other URL. */
export function audioPathOf(url: string): string | null {
  return url.length <= 500 ? (URL_PATH.exec(url)?.[1] ?? null) : null;
}

/**
 * The path of a recording in storage.
 * @throws BackendError `rejected` for any other URL
 */
export function requireAudioPath(url: string, field: string): string {
  const path = audioPathOf(url);
  if (path === null)
    throw new BackendError('rejected', 'This cannot be stored: it is no recording in storage.', { detail: field });
  return path;
}

/** The playback URL of a path or URL in a row; null when there is none. */
export function playbackUrlOf(stored: string | null, config: BackendConfig = backendConfig()): string | null {
  return stored === null ? null : playableUrl(stored, config);
}
