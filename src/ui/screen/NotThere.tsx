import type { ReactNode } from 'react';
import { ScreenHeading } from './ScreenHeading.tsx';
import { WiltedFlower } from './ExamplePicture.tsx';

interface NotThereProps {
  heading: string;
  /** Reason for the absence, or the time of its arrival. */
  words: ReactNode;
  /** The ways on. */
  children: ReactNode;
}

/** A screen in place of one whose subject does not exist, or cannot be loaded. */
export function NotThere({ heading, words, children }: NotThereProps) {
  return (
    <section className="message">
      <WiltedFlower />
      <ScreenHeading className="title">{heading}</ScreenHeading>
      <p className="muted large measure">{words}</p>
      <div className="actions">{children}</div>
    </section>
  );
}
