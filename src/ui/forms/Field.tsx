import { useId, useState, type ChangeEvent, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import { typedAddress, typedName } from '#core/values/nameRules.ts';
import { Chip } from '../controls/Chip.tsx';
import { EyeIcon, EyeOffIcon } from '../icons/laterIcons.tsx';
import { Box, Row, Stack, Text } from '../layout/Box.tsx';
import styles from './Field.module.css';

interface Wrapped {
  label: string;
  /** Error message; marks the control invalid and describes it. */
  error?: string | undefined;
  /** A hint under the control while there is no error. */
  hint?: ReactNode;
}

/** Label, control and a reserved line for the error, so that an error moves little. */
function Frame({ id, label, error, hint, children }: Wrapped & { id: string; children: ReactNode }) {
  return (
    <Stack gap={2} narrows bare>
      <Text as="label" htmlFor={id} size="small" weight="strong">
        {label}
      </Text>
      {children}
      {error !== undefined ? (
        <Text id={`${id}-says`} tone="wrong" weight="strong" className={styles.error} role="alert">
          {error}
        </Text>
      ) : (
        hint !== undefined && (
          <Text id={`${id}-says`} tone="muted" className={styles.hint}>
            {hint}
          </Text>
        )
      )}
    </Stack>
  );
}

function describe(id: string, { error, hint }: Pick<Wrapped, 'error' | 'hint'>) {
  return {
    id,
    'aria-invalid': error !== undefined,
    ...(error !== undefined || hint !== undefined ? { 'aria-describedby': `${id}-says` } : {}),
  };
}

type TextFieldProps = Wrapped & ComponentProps<'input'>;

/**
 * Cleans a field's text before its form reads it, whether it was typed, pasted or filled in; the caret keeps its place.
 * A text that an input method composes is cleaned when it is sent.
 */
function cleanField({ target, nativeEvent }: ChangeEvent<HTMLInputElement>, clean: (text: string) => string): void {
  const text = clean(target.value);
  if (text === target.value || (nativeEvent as InputEvent).isComposing) return;
  // Browsers report no caret position for `type="email"`.
  const caret = target.selectionStart;
  const place = caret === null ? null : clean(target.value.slice(0, caret)).length;
  target.value = text;
  if (place !== null) target.setSelectionRange(place, place);
}

/**
 * A single-line text field; removes the characters that are not allowed in a name, or in an address (`type="email"`).
 */
export function TextField({ label, error, hint, onChange, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <input
        className={styles.control}
        {...input}
        onChange={(event) => {
          cleanField(event, input.type === 'email' ? typedAddress : typedName);
          onChange?.(event);
        }}
        {...describe(id, { error, hint })}
      />
    </Frame>
  );
}

/** A field for an e-mail address. `TextFieldProps` may replace its label and its autofill. */
export function EmailField(input: Partial<TextFieldProps>) {
  return (
    <TextField label="Email" type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...input} />
  );
}

/** A password field with a button to show the password. */
export function PasswordField({ label, error, hint, ...input }: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <Box position="relative" className={styles.password}>
        <input
          className={styles.control}
          {...input}
          {...describe(id, { error, hint })}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <Stack
          as="button"
          type="button"
          align="center"
          tone="muted"
          wakes
          radius="sm"
          position="absolute"
          className={styles.eye}
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </Stack>
      </Box>
    </Frame>
  );
}

type TextAreaFieldProps = Wrapped & ComponentProps<'textarea'>;

/** A multi-line text field. */
export function TextAreaField({ label, error, hint, ...area }: TextAreaFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <textarea className={`${styles.control} ${styles.area}`} {...area} {...describe(id, { error, hint })} />
    </Frame>
  );
}

type SelectFieldProps = Wrapped & ComponentProps<'select'> & { options: readonly string[]; placeholder: string };

/** A native select, which works well on every phone. */
export function SelectField({ label, error, hint, options, placeholder, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} error={error} hint={hint}>
      <Box position="relative" className={styles.select}>
        <select className={styles.control} {...select} {...describe(id, { error, hint })}>
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </Box>
    </Frame>
  );
}

interface ChipsProps {
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Only one may be selected; pressing it again clears it. */
  single?: boolean;
  /** The style of an option with a dot in its own colour (`--note`); none by default. */
  dotOf?: (option: string) => CSSProperties | undefined;
}

/** A choice of words as toggle buttons. */
export function Chips({ label, options, value, onChange, single = false, dotOf }: ChipsProps) {
  const id = useId();
  const toggle = (option: string) => {
    if (value.includes(option)) onChange(value.filter((chosen) => chosen !== option));
    else onChange(single ? [option] : options.filter((other) => other === option || value.includes(other)));
  };
  return (
    <Stack as="fieldset" gap={2} narrows bare aria-labelledby={id}>
      <Text as="span" id={id} size="small" weight="strong">
        {label}
      </Text>
      <Row wrap gap={2} className={styles.chips}>
        {options.map((option) => (
          <Chip
            key={option}
            dotted={dotOf !== undefined}
            style={dotOf?.(option)}
            pressed={value.includes(option)}
            onClick={() => toggle(option)}
          >
            {option}
          </Chip>
        ))}
      </Row>
    </Stack>
  );
}

/** The error of a whole form, under a title. */
export function FormAlert({ children, title = 'Error' }: { children: ReactNode; title?: string }) {
  return (
    <Stack size="small" surface="alert-wash" radius="md" className={styles.alert} role="alert">
      <Text as="strong" tone="wrong" weight="bold">
        {title}
      </Text>
      <p>{children}</p>
    </Stack>
  );
}
