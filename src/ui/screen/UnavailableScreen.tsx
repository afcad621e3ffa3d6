import type { ReactNode } from 'react';
import { Row, Text } from '../layout/Box.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';
import { WiltedFlower } from './ExamplePicture.tsx';

interface UnavailableScreenProps {
  heading: string;
  /** Reason for the absence, or the time of its arrival. */
  words: ReactNode;
  /** The ways on. */
  children: ReactNode;
}

/** A screen in place of one whose subject does not exist, or cannot be loaded. */
export function UnavailableScreen({ heading, words, children }: UnavailableScreenProps) {
  return (
    <section className="message">
      <WiltedFlower />
      <ScreenHeading className="title">{heading}</ScreenHeading>
      <Text size="large" tone="muted" measure>
        {words}
      </Text>
      <Row wrap gap={3}>
        {children}
      </Row>
    </section>
  );
}
