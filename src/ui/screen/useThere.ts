import { useEffect, useState } from 'react';
import { afterNextPaint } from '../../platform/lifetime/nextPaint.ts';

/**
 * Whether a dialog or a menu is on the page: from the frame after it was opened until the frame after it was closed. To bring it, or to
 * take it away, makes the browser style the whole page anew, and the press that asks for it is answered first: by the button that
 * is pressed, and by a dialog that is not seen any more.
 */
export function useThere(open: boolean): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => (open === there ? undefined : afterNextPaint(() => setThere(open))), [open, there]);
  return there;
}
