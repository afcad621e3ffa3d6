import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { recorder, setMusic } from '../../state/recorder.ts';
import styles from './MusicSwitch.module.css';

/** Switches the microphone's voice processing off, because it eats sustained notes. */
export function MusicSwitch({ disabled }: { disabled: boolean }) {
  const { music } = useSnapshot(recorder);
  const id = useId();
  return (
    <button type="button" role="switch" aria-checked={music} aria-labelledby={`${id}-name`} aria-describedby={`${id}-why`} className={styles.switch} disabled={disabled} onClick={() => setMusic(!music)}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      <span className={styles.words}>
        <span id={`${id}-name`} className={styles.name}>
          Music
        </span>
        <span id={`${id}-why`} className={styles.why}>
          {music ? 'On: nothing is filtered, long notes stay whole.' : 'Turn on for singing and instruments: no noise filter.'}
        </span>
      </span>
    </button>
  );
}
