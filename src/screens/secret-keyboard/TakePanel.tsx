import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { TONE_NAMES, type ToneId } from '../../domain/pitch/tone.ts';
import { chooseTone, keyboard } from '../../state/instruments/keyboard.ts';
import { createFromTake, exportTake, startTake, stopTake, takes } from '../../state/instruments/take.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { StopIcon } from '../../ui/controls/icons.tsx';
import styles from './TakePanel.module.css';

/** The tone, the take, and how fast touch becomes sound. */
export function TakePanel() {
  const { tone, latency } = useSnapshot(keyboard);
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
      <div className={styles.more}>
        <fieldset className={styles.tones}>
          <legend>Tone</legend>
          {/* Buttons, not radio fields: a field that has the focus would keep the letter keys to itself. */}
          {(Object.keys(TONE_NAMES) as ToneId[]).map((id) => (
            <button
              key={id}
              type="button"
              className={styles.tone}
              aria-pressed={tone === id}
              onClick={() => chooseTone(id)}
            >
              {TONE_NAMES[id]}
            </button>
          ))}
        </fieldset>
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
      </div>
    </section>
  );
}
