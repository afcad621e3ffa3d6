import { useCallback, useEffect, useRef } from 'react';

/**
 * For dialogs that close when what was sent from them has been answered: call what is returned before sending, and what that returns
 * after the answer. It is false when the dialog was opened anew meanwhile, as an answer that comes late must not close another's work.
 */
export function useOpening(open: boolean): () => () => boolean {
  const openings = useRef(0);
  useEffect(() => {
    if (open) openings.current++;
  }, [open]);
  return useCallback(() => {
    const mine = openings.current;
    return () => openings.current === mine;
  }, []);
}
