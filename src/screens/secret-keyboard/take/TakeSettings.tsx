import { useSnapshot } from 'valtio';
import { QUANTISE_OPTIONS, QUANTISE_NAMES } from '#features/instruments/domain/take/recordedTake.ts';
import { setCountIn, setMetronome, setQuantise, setTempo } from '#features/instruments/state/take/take.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { TempoField } from '#features/instruments/components/TempoField.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import styles from './TakePanel.module.css';

/**
 * Tempo, metronome, count-in and quantising. Letter keys play notes also while the tempo is typed.
 */
export function TakeSettings() {
  const { phase, take, metronome, countIn } = useSnapshot(takes);
  const fixed = phase === 'recording' || phase === 'count-in';
  return (
    <Stack gap={2}>
      <Row as="fieldset" wrap gap={2} align="middle" narrows bare className={styles.group}>
        <legend>Tempo</legend>
        <TempoField label="Tempo, beats a minute" bpm={take.bpm} isFixed={fixed} onChange={setTempo} />
        <Chip
          pressed={metronome}
          aria-disabled={fixed}
          onClick={() => {
            if (!fixed) setMetronome(!metronome);
          }}
        >
          Metronome
        </Chip>
        <Chip
          pressed={countIn}
          aria-disabled={fixed}
          onClick={() => {
            if (!fixed) setCountIn(!countIn);
          }}
        >
          Count-in
        </Chip>
      </Row>
      <Row as="fieldset" wrap gap={2} align="middle" narrows bare className={styles.group}>
        <legend>Quantize</legend>
        {QUANTISE_OPTIONS.map((id) => (
          <Chip key={id} pressed={take.quantise === id} onClick={() => setQuantise(id)}>
            {QUANTISE_NAMES[id]}
          </Chip>
        ))}
      </Row>
    </Stack>
  );
}
