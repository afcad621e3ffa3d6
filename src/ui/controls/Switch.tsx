import { useId } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Shows only the track; the label remains its accessible name. */
  compact?: boolean;
  /** Id of a description shared by several switches. */
  describedBy?: string;
  /** Description under the label. */
  why?: string;
  /** Disabled while a change is pending. */
  busy?: boolean;
  disabled?: boolean;
}

/** An on/off switch with immediate effect. */
export function Switch({
  checked,
  onChange,
  label,
  compact = false,
  describedBy,
  why,
  busy = false,
  disabled = false,
}: SwitchProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={checked}
      aria-disabled={busy}
      disabled={disabled}
      {...(compact ? { 'aria-label': label } : {})}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      {...(why === undefined ? {} : { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-why` })}
      onClick={() => {
        if (!busy) onChange(!checked);
      }}
    >
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      {!compact && why === undefined && <span>{label}</span>}
      {why !== undefined && (
        <span className={styles.words}>
          <span id={`${id}-label`} className="strong">
            {label}
          </span>
          <span id={`${id}-why`} className={styles.why}>
            {why}
          </span>
        </span>
      )}
    </button>
  );
}
