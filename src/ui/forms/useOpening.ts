import { useCallback, useEffect, useRef } from 'react';

/**
 * For dialogs that close when their request is answered: call the returned function before the request, and its
 * result after the answer. False means that the dialog was reopened meanwhile, and a late answer must not close it.
 */
export function useOpening(open: boolean): () => () => boolean {
  const openings = useRef(0);
  useEffect(() => {
    if (open) openings.current++;
  }, [open]);
  return useCallback(() => {
    const opening = openings.current;
    return () => openings.current === opening;
  }, []);
}
