import { ScreenHeading } from '../screen/ScreenHeading.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { useConnectionBack } from './useConnectionBack.ts';
import styles from './LoadFailure.module.css';

/** Shown in place of a screen that could not be loaded. Retries on a press or when the connection is back. */
export function ScreenFailure({ onAgain }: { onAgain: () => void }) {
  useConnectionBack(onAgain);
  return (
    <section className={styles.screen}>
      <ScreenHeading className="heading">Not loaded</ScreenHeading>
      <LoadFailure what="screen" onAgain={onAgain} />
    </section>
  );
}
