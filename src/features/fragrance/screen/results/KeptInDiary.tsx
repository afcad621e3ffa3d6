import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { lazyEntries } from '../../../diary/state/entries/index.ts';
import type { Fragrance } from '../../domain/composition/model.ts';

/** A quiet line, once the fragrance is in the diary. */
export function KeptInDiary({ fragrance }: { fragrance: Fragrance }) {
  const [kept, setKept] = useState<'here' | 'account' | null>(null);
  useEffect(() => {
    let stopped = false;
    let end = (): void => {};
    void lazyEntries()
      .then(({ whereEntered, onDiaryChange }) => {
        const look = () => whereEntered(fragrance).then((where) => !stopped && setKept(where));
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
  if (kept === null) return null;
  return (
    <p className="muted small" data-screen-only="">
      Kept in <Link href="/diary">your diary</Link>,{' '}
      {kept === 'here' ? 'in this browser alone.' : 'here and in your account.'}
    </p>
  );
}
