import { buttonClass } from './button.ts';

interface MoreButtonProps {
  label: string;
  /** The next page is loading. */
  busy: boolean;
  onPress: () => void;
}

/** Asks for the next page, at the end of a list. It keeps the focus while that loads. */
export function MoreButton({ label, busy, onPress }: MoreButtonProps) {
  return (
    <div className="stack center">
      <button type="button" className={buttonClass('outline')} aria-disabled={busy} onClick={() => !busy && onPress()}>
        {busy ? 'Loading...' : label}
      </button>
    </div>
  );
}
