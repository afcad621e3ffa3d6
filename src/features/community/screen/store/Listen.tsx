import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { Playlist } from './Playlist.tsx';
import styles from './Store.module.css';

/** The public playlist as a screen of its own. */
export default function Listen() {
  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <ScreenHeading className="title">Listen</ScreenHeading>
        <p className="muted large measure">
          What others sang. Press play to hear it, press a face to see what it smells of.
        </p>
      </div>
      <Playlist />
    </section>
  );
}
