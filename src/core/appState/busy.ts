import { proxy, subscribe } from 'valtio';

/** True during work that a reload would end: a recording or an analysis. */
export const busy = proxy({ now: false });

const checks: (() => boolean)[] = [];

/** Marks the app as busy while `check` returns true; called after every change of `state` (a proxy). */
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
