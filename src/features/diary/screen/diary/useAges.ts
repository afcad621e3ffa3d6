import { useCallback, useEffect, useState } from 'react';
import { prefersReducedMotion } from '../../../../core/device/reducedMotion.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { ageOf, FRESH, PRESSED, type Age } from '../../domain/age.ts';
import type { DiaryEntry } from '../../domain/entry.ts';

/** Faces fade over hours: once a minute is often enough, ms. */
const MINUTE_MS = 60_000;

/** The present time, ms since 1970; again each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const scope = new Scope();
    scope.interval(() => setNow(Date.now()), MINUTE_MS);
    return () => scope.dispose();
  }, []);
  return now;
}

/** The age of an entry at a time; with reduced motion every face is complete. */
export function useAges(now: number): (entry: DiaryEntry) => Age {
  return useCallback(
    ({ pressed, fragrance }) => (pressed ? PRESSED : prefersReducedMotion() ? FRESH : ageOf(fragrance, now)),
    [now],
  );
}
