import { ExamplePicture } from './ExamplePicture.tsx';
import styles from './WiltedFlower.module.css';

/** A wilted flower, for missing things. Decorative: the words beside it have the meaning. */
export function WiltedFlower() {
  return <ExamplePicture className={styles.wilted} />;
}
