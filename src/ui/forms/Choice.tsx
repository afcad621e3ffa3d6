import { useId } from 'react';
import styles from './Choice.module.css';

interface ChoiceProps<Value extends string | number> {
  label: string;
  value: Value;
  /** Values and their labels. */
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** A choice of one value, with its label above. */
export function Choice<Value extends string | number>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <label className={styles.choice} htmlFor={id}>
      <span>{label}</span>
      <select
        className="small ink wide narrows edged surface rounded-sm"
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex];
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
