/** A recording that another screen asks the create screen for: it begins when that screen is there. */

/** A wish that is older than this was not fulfilled, and is forgotten: nobody expects the microphone then, ms. */
const MAX_AGE_MS = 15_000;

let wish: { seconds: number; at: number } | null = null;

/** Asks for a recording of at most so many seconds; call it from a gesture, then open the create screen. */
export function wishToRecord(seconds: number): void {
  wish = { seconds, at: Date.now() };
}

/** True while a recording is asked for. */
export function hasWish(): boolean {
  return wish !== null;
}

/** The seconds that were asked for, once; null when nothing was. */
export function takeWish(): number | null {
  const asked = wish;
  wish = null;
  return asked === null || Date.now() - asked.at > MAX_AGE_MS ? null : asked.seconds;
}
