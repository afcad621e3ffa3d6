import { Choice } from '#ui/forms/Choice.tsx';

interface OutputChoiceProps {
  /** Names of the outputs. */
  names: readonly string[];
  /** The chosen output; null for none. */
  chosen: string | null;
  onChange: (name: string | null) => void;
}

/** Selects the MIDI output. */
export function OutputChoice({ names, chosen, onChange }: OutputChoiceProps) {
  return (
    <Choice
      label="MIDI out"
      value={chosen ?? ''}
      options={[['', 'None'], ...names.map((name) => [name, name] as const)]}
      onChange={(name) => onChange(name === '' ? null : name)}
    />
  );
}
