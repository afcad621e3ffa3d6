import { proxy, subscribe } from 'valtio';

/** Whether something goes on that a reload would end: a recording, a sound that is becoming a fragrance. */
export const busy = proxy({ now: false });

const checks: (() => boolean)[] = [];

/** Counts the app as busy while `check` says so; asked after every change of `state` (a proxy). */
export function busyWhile(state: object, check: () => boolean): void {
  checks.push(check);
  subscribe(
    state,
    () => {
      const now = checks.some((is) => is());
      if (busy.now !== now) busy.now = now;
    },
    true,
  );
}
