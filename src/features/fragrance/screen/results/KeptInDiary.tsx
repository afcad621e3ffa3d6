import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { lazyEntries } from '../../../diary/state/entries/index.ts';
import type { Fragrance } from '../../domain/composition/model.ts';

/** A quiet line, once the fragrance is in the diary. */
export function KeptInDiary({ fragrance }: { fragrance: Fragrance }) {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    let stopped = false;
    let end = (): void => {};
    void lazyEntries()
      .then(({ isEntered, onDiaryChange }) => {
        const look = () => isEntered(fragrance).then((is) => !stopped && setKept(is));
        if (!stopped) end = onDiaryChange(() => void look());
        return look();
      })
      // The line is all that is missing then.
      .catch(() => undefined);
    return () => {
      stopped = true;
      end();
    };
  }, [fragrance]);
  if (!kept) return null;
  return (
    <p className="muted small" data-screen-only="">
      Kept in <Link href="/diary">your diary</Link>, in this browser alone.
    </p>
  );
}
