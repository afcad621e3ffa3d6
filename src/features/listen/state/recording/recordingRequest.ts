/** A recording requested by another screen; the create screen starts it when it opens. */

/** Older requests are dropped, ms: the microphone must not open unexpectedly. */
const MAX_AGE_MS = 15_000;

let request: { seconds: number; at: number } | null = null;

/** Requests a recording of at most this many seconds; call it from a gesture, then open the create screen. */
export function requestRecording(seconds: number): void {
  request = { seconds, at: Date.now() };
}

/** True while a recording is requested. */
export function hasRecordingRequest(): boolean {
  return request !== null;
}

/** Takes the requested seconds; null when there is no request. */
export function takeRecordingRequest(): number | null {
  const taken = request;
  request = null;
  return taken === null || Date.now() - taken.at > MAX_AGE_MS ? null : taken.seconds;
}
