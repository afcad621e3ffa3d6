const ids = new WeakMap<Blob, string>();

/**
 * The id under which the backend knows a recording (a UUID): the same for every try to send this blob, so that one
 * whose answer was lost is not stored a second time.
 */
export function recordingId(recording: Blob): string {
  let id = ids.get(recording);
  if (id === undefined) {
    id = crypto.randomUUID();
    ids.set(recording, id);
  }
  return id;
}
