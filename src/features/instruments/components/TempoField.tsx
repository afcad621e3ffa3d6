import { useId, useRef, useState } from 'react';
import { BPM_RANGE } from '../domain/beat/beat.ts';
import { tempoOfTaps, withTap } from '../domain/beat/tapTempo.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Row } from '#ui/layout/Box.tsx';
import styles from './TempoField.module.css';

interface TempoFieldProps {
  /** Beats a minute. */
  bpm: number;
  label: string;
  onChange: (bpm: number) => void;
  isFixed?: boolean;
}

/** A tempo to type, to step by 1 and to tap. */
export function TempoField({ bpm, label, onChange, isFixed = false }: TempoFieldProps) {
  const id = useId();
  const taps = useRef<number[]>([]);
  /** Typed text that is no tempo yet; null otherwise. */
  const [draft, setDraft] = useState<string | null>(null);
  const step = (by: number): void => {
    if (!isFixed) onChange(bpm + by);
  };
  return (
    <Row gap={1} align="middle">
      <Chip
        className={styles.step}
        aria-label="Slower"
        aria-disabled={isFixed || bpm <= BPM_RANGE.min}
        onClick={() => step(-1)}
      >
        −
      </Chip>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`digits text-center ${styles.field}`}
        type="number"
        inputMode="numeric"
        min={BPM_RANGE.min}
        max={BPM_RANGE.max}
        step={1}
        readOnly={isFixed}
        value={draft ?? bpm}
        onChange={({ target }) => {
          const typed = target.valueAsNumber;
          const isTempo = typed >= BPM_RANGE.min && typed <= BPM_RANGE.max;
          setDraft(isTempo ? null : target.value);
          if (isTempo) onChange(Math.round(typed));
        }}
        onBlur={() => setDraft(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <Chip
        className={styles.step}
        aria-label="Faster"
        aria-disabled={isFixed || bpm >= BPM_RANGE.max}
        onClick={() => step(1)}
      >
        +
      </Chip>
      <Button
        variant="quiet"
        aria-disabled={isFixed}
        // On press: the moment of a tap counts.
        onPointerDown={(event) => tap(event.timeStamp)}
        onClick={(event) => {
          if (event.detail === 0) tap(event.timeStamp);
        }}
      >
        Tap
      </Button>
    </Row>
  );

  function tap(time: number): void {
    if (isFixed) return;
    taps.current = withTap(taps.current, time);
    const tempo = tempoOfTaps(taps.current);
    if (tempo !== null) onChange(tempo);
  }
}
