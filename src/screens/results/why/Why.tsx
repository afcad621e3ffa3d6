import type { ReactNode } from 'react';
import { Fold } from '../sections/Fold.tsx';

/** What was measured, folded: the results tell first, and explain when asked. */
export function Why({ children }: { children: ReactNode }) {
  return (
    <Fold title="Why?" words="Where each note was heard, and what was measured." untitledInPrint>
      {children}
    </Fold>
  );
}
