import styles from './FixedWidthLabel.module.css';

interface FixedWidthLabelProps {
  /** The current words. */
  children: string;
  /** All possible words. */
  of: readonly string[];
}

/** Changing words of a button, in the width of the widest: nothing beside it moves. */
export function FixedWidthLabel({ children, of }: FixedWidthLabelProps) {
  return (
    <span className={styles.words}>
      <span>{children}</span>
      <span className={styles.widest} data-words={of.join('\n')} aria-hidden="true" />
    </span>
  );
}
