import { useEffect, useRef, type ReactNode } from 'react';
import { takeScreenFocus } from './screenFocus.ts';

export interface ScreenHeadingProps {
  children: ReactNode;
  className?: string | undefined;
  id?: string;
}

/**
 * The screen's `h1`. Takes the focus after a change of screen, so that keyboard and screen reader start there.
 */
export function ScreenHeading({ children, className, id }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeScreenFocus()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} className={className} id={id} tabIndex={-1}>
      {children}
    </h1>
  );
}
