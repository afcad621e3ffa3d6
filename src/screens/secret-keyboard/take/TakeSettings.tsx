import { useSnapshot } from 'valtio';
import { BPM } from '#features/instruments/domain/beat/beat.ts';
import { QUANTISE, QUANTISE_NAMES } from '#features/instruments/domain/take/recordedTake.ts';
import { setCountIn, setMetronome, setQuantise, setTempo } from '#features/instruments/state/take/take.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import pills from '../pills.module.css';
import styles from './TakePanel.module.css';

/** Tempo change per press, beats a minute. */
const TEMPO_STEP = 4;

/**
 * Tempo, metronome, count-in and quantising. All are buttons: a focused field would capture the letter keys that play
 * notes.
 */
export function TakeSettings() {
  const { phase, take, metronome, countIn } = useSnapshot(takes);
  const fixed = phase === 'recording' || phase === 'count-in';
  return (
    <div className="stack gap-2">
      <fieldset className={styles.group}>
        <legend>Tempo</legend>
        <button
          type="button"
          className={styles.round}
          aria-label="Slower"
          aria-disabled={fixed || take.bpm <= BPM.min}
          onClick={() => setTempo(take.bpm - TEMPO_STEP)}
        >
          −
        </button>
        <output className={styles.bpm}>{`${take.bpm} BPM`}</output>
        <button
          type="button"
          className={styles.round}
          aria-label="Faster"
          aria-disabled={fixed || take.bpm >= BPM.max}
          onClick={() => setTempo(take.bpm + TEMPO_STEP)}
        >
          +
        </button>
        <button
          type="button"
          className={pills.pill}
          aria-pressed={metronome}
          aria-disabled={fixed}
          onClick={() => {
            if (!fixed) setMetronome(!metronome);
          }}
        >
          Metronome
        </button>
        <button
          type="button"
          className={pills.pill}
          aria-pressed={countIn}
          aria-disabled={fixed}
          onClick={() => {
            if (!fixed) setCountIn(!countIn);
          }}
        >
          Count-in
        </button>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Quantize</legend>
        {QUANTISE.map((id) => (
          <button
            key={id}
            type="button"
            className={pills.pill}
            aria-pressed={take.quantise === id}
            onClick={() => setQuantise(id)}
          >
            {QUANTISE_NAMES[id]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
