/** A recording that another screen requests of the create screen: it begins when that screen is there. */

/** A request that is older than this was not met, and is forgotten: nobody expects the microphone then, ms. */
const MAX_AGE_MS = 15_000;

let request: { seconds: number; at: number } | null = null;

/** Requests a recording of at most so many seconds; call it from a gesture, then open the create screen. */
export function requestRecording(seconds: number): void {
  request = { seconds, at: Date.now() };
}

/** True while a recording is requested. */
export function hasRecordingRequest(): boolean {
  return request !== null;
}

/** The seconds that were requested, once; null when none were. */
export function takeRecordingRequest(): number | null {
  const taken = request;
  request = null;
  return taken === null || Date.now() - taken.at > MAX_AGE_MS ? null : taken.seconds;
}
