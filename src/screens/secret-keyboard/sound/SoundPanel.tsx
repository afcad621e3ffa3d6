import { useSnapshot } from 'valtio';
import { keyboard } from '../../../state/instruments/keyboard.ts';
import { ToneChooser } from './ToneChooser.tsx';
import styles from './SoundPanel.module.css';

/** What the keys sound like, and how fast touch becomes sound. */
export function SoundPanel() {
  const { latency } = useSnapshot(keyboard);
  return (
    <section className={styles.panel} aria-label="Sound">
      <ToneChooser />
      <p className={styles.latency}>
        <b>
          {latency === null ? 'Touch to sound: not measured yet' : `Touch to sound: ${Math.round(latency.median)} ms`}
        </b>
        <span>
          {latency === null
            ? 'Play a few notes with a pause between them.'
            : `Median of ${latency.count === 1 ? 'one note' : `${latency.count} notes`}, measured from your touch to the browser's sound output. Wireless speakers add their own delay.`}
        </span>
      </p>
    </section>
  );
}
