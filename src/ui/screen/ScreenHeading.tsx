import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { consumeScreenFocus } from './screenFocus.ts';

interface ScreenHeadingProps {
  children: ReactNode;
  className?: string | undefined;
  id?: string;
}

/**
 * The screen's `h1`. Takes the focus after a change of screen, so that keyboard and screen reader start there.
 */
export function ScreenHeading({ children, className, id }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const take = () => {
    if (consumeScreenFocus()) heading.current?.focus({ preventScroll: true });
  };
  // A change of screen is announced after the layout effects of a screen that is there at once.
  useEffect(take, []);
  // Suspense hides a failed screen during another attempt; when it shows it again, only layout effects run.
  useLayoutEffect(take, []);
  return (
    <h1 ref={heading} className={className} id={id} tabIndex={-1}>
      {children}
    </h1>
  );
}
