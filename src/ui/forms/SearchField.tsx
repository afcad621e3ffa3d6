import { TextField } from './Field.tsx';

interface SearchFieldProps {
  label: string;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
}

/** The field of a search that starts while its visitor types; see `afterTyping`. */
export function SearchField({ onChange, ...input }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      {...input}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
