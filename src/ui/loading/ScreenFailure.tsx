import { ScreenHeading } from '../screen/ScreenHeading.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { useConnectionBack } from './useConnectionBack.ts';
import styles from './LoadFailure.module.css';

/** In place of a screen that could not be loaded: it says so, and comes when it is asked for, or with the connection. */
export function ScreenFailure({ onAgain }: { onAgain: () => void }) {
  useConnectionBack(onAgain);
  return (
    <section className={styles.screen}>
      <ScreenHeading className={styles.title}>Not loaded</ScreenHeading>
      <LoadFailure what="screen" onAgain={onAgain} />
    </section>
  );
}
