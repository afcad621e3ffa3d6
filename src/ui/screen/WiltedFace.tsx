import { ExamplePicture } from './ExamplePicture.tsx';
import styles from './WiltedFace.module.css';

/** A wilted face, for what is not there. Decorative: the words beside it have the meaning. */
export function WiltedFace() {
  return <ExamplePicture className={styles.wilted} />;
}
