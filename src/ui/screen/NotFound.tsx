import { Link } from 'wouter';
import { Button } from '../controls/Button.tsx';
import { Text } from '../layout/Box.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';
import { WiltedFlower } from './ExamplePicture.tsx';
import styles from './NotFound.module.css';

/** The screen for unknown paths, and for paths that this visitor may not open. */
export function NotFound() {
  return (
    <section className="message">
      <WiltedFlower />
      <ScreenHeading className={styles.number}>404</ScreenHeading>
      <Text font="serif" size="subtitle">
        Oops! Page not found
      </Text>
      <Text tone="muted">Nothing grows here.</Text>
      <Button as={Link} href="/" variant="primary">
        Return to Home
      </Button>
    </section>
  );
}
