import type { ReactNode } from 'react';
import { ScreenHeading } from './ScreenHeading.tsx';

interface NotThereProps {
  /** Drawn over the heading. */
  picture?: ReactNode;
  heading: string;
  /** Why it is not there, or when it comes. */
  words: ReactNode;
  /** The ways on. */
  children: ReactNode;
}

/** A screen in place of one whose subject does not exist, or cannot be loaded. */
export function NotThere({ picture, heading, words, children }: NotThereProps) {
  return (
    <section className="message">
      {picture}
      <ScreenHeading className="title">{heading}</ScreenHeading>
      <p className="muted large measure">{words}</p>
      {children}
    </section>
  );
}
