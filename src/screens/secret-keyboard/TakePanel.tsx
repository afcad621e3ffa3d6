import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { createFromTake, exportTake, startTake, stopTake, takes } from '../../state/instruments/take.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { StopIcon } from '../../ui/controls/icons.tsx';
import styles from './TakePanel.module.css';

/** The take: recorded, saved, made a fragrance. */
export function TakePanel() {
  const { recording, recordedNotes, take } = useSnapshot(takes);
  const [, navigate] = useLocation();
  const played = recording ? recordedNotes : (take?.notes.length ?? 0);
  return (
    <section className={styles.panel} aria-label="Your take">
      <div className={styles.take}>
        <button
          type="button"
          className={buttonClass('outline', styles.record)}
          data-recording={recording || undefined}
          onClick={recording ? stopTake : startTake}
        >
          {recording ? <StopIcon /> : <span className={styles.dot} aria-hidden="true" />}
          {recording ? 'Stop' : 'Record'}
        </button>
        <output className={styles.count}>
          {recording || take !== null
            ? `${played} ${played === 1 ? 'note' : 'notes'}`
            : 'Record what you play, then make it a fragrance.'}
        </output>
        {take !== null && (
          <>
            <button
              type="button"
              className={buttonClass('primary')}
              onClick={() => {
                if (createFromTake()) navigate('/results');
              }}
            >
              Create Fragrance
            </button>
            <button type="button" className={buttonClass('quiet')} onClick={() => void exportTake()}>
              Export MIDI
            </button>
          </>
        )}
      </div>
    </section>
  );
}
