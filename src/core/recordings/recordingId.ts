import { newUuid } from '../values/uuid.ts';

const ids = new WeakMap<Blob, string>();

/**
 * The id of a recording for the backend (a UUID): the same for every try to send this blob, so that a retry after a
 * lost answer is not stored twice.
 */
export function recordingId(recording: Blob): string {
  let id = ids.get(recording);
  if (id === undefined) {
    id = newUuid();
    ids.set(recording, id);
  }
  return id;
}
