import { Choice } from './Choice.tsx';

export interface OutputChoiceProps {
  /** The names that may be sent to. */
  names: readonly string[];
  /** The one that is; null for none. */
  chosen: string | null;
  onChange: (name: string | null) => void;
}

/** Which MIDI output is sent to. */
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
