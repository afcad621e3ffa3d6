import { useSnapshot } from 'valtio';
import { latencyWords } from '#features/instruments/domain/keyboard/latency.ts';
import { keyboard } from '#features/instruments/state/keyboard/keyboard.ts';
import { ToneChooser } from './ToneChooser.tsx';
import pills from '../pills.module.css';
import styles from './SoundPanel.module.css';

/** The tone of the keys, and the latency from touch to sound, once it is measured. */
export function SoundPanel() {
  const { latency } = useSnapshot(keyboard);
  const words = latency === null ? null : latencyWords(latency);
  return (
    <section className={pills.panel} aria-label="Sound">
      <ToneChooser />
      {words !== null && (
        <p className={styles.latency}>
          <b className="small strong digits">{words.figure}</b>
          <span className="muted">{words.parts.join(' ')}</span>
        </p>
      )}
    </section>
  );
}
