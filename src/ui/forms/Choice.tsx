import { useId, type ChangeEvent } from 'react';
import { Box, Stack } from '../layout/Box.tsx';
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
    <Stack as="label" size="tiny" tone="muted" className={styles.choice} htmlFor={id}>
      <span>{label}</span>
      <Box
        as="select"
        size="small"
        tone="ink"
        wide
        narrows
        edge="edged"
        surface="surface"
        radius="sm"
        id={id}
        value={value}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => {
          const chosen = options[event.target.selectedIndex];
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </Box>
    </Stack>
  );
}
