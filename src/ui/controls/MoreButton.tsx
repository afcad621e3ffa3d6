import { buttonClass } from './button.ts';
import styles from './MoreButton.module.css';

interface MoreButtonProps {
  label: string;
  /** The next page is loading. */
  busy: boolean;
  onPress: () => void;
}

/** Asks for the next page, at the end of a list. It keeps the focus while that loads. */
export function MoreButton({ label, busy, onPress }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass('outline', styles['more'])}
      aria-disabled={busy}
      onClick={() => !busy && onPress()}
    >
      {busy ? 'Loading...' : label}
    </button>
  );
}
