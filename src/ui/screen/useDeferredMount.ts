import { useEffect, useState } from 'react';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';

/**
 * True from the frame after a dialog or menu opened until the frame after it closed. Mounting a dialog restyles the
 * whole page; wait a frame so that the press paints first.
 */
export function useDeferredMount(open: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => (open === isMounted ? undefined : afterNextPaint(() => setIsMounted(open))), [open, isMounted]);
  return isMounted;
}
