import { useSnapshot } from 'valtio';
import { QUANTISE_OPTIONS, QUANTISE_NAMES } from '#features/instruments/domain/take/recordedTake.ts';
import { setCountIn, setMetronome, setQuantise, setTempo } from '#features/instruments/state/take/take.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { TempoField } from '#features/instruments/components/TempoField.tsx';
import pills from '../pills.module.css';
import styles from './TakePanel.module.css';

/**
 * Tempo, metronome, count-in and quantising. Letter keys play notes also while the tempo is typed.
 */
export function TakeSettings() {
  const { phase, take, metronome, countIn } = useSnapshot(takes);
  const fixed = phase === 'recording' || phase === 'count-in';
  return (
    <div className="stack gap-2">
      <fieldset className={styles.group}>
        <legend>Tempo</legend>
        <TempoField label="Tempo, beats a minute" bpm={take.bpm} isFixed={fixed} onChange={setTempo} />
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
        {QUANTISE_OPTIONS.map((id) => (
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
