import { Link } from 'wouter';
import { Button } from '../controls/Button.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';
import { WiltedFlower } from './ExamplePicture.tsx';
import styles from './NotFound.module.css';

/** The screen for unknown paths, and for paths that this visitor may not open. */
export function NotFound() {
  return (
    <section className="message">
      <WiltedFlower />
      <ScreenHeading className={styles.number}>404</ScreenHeading>
      <p className="serif subtitle">Oops! Page not found</p>
      <p className="muted">Nothing grows here.</p>
      <Button as={Link} href="/" look="primary">
        Return to Home
      </Button>
    </section>
  );
}
