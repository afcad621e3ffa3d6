import styles from './Switch.module.css';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Shows the track alone; the label is still its name. */
  compact?: boolean;
  /** It is at work and cannot be switched just now. */
  busy?: boolean;
}

/** On or off, at once. */
export function Switch({ checked, onChange, label, compact = false, busy = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={checked}
      aria-disabled={busy}
      {...(compact ? { 'aria-label': label } : {})}
      onClick={() => {
        if (!busy) onChange(!checked);
      }}
    >
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      {!compact && <span>{label}</span>}
    </button>
  );
}
