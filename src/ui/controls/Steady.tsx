import styles from './Steady.module.css';

export interface SteadyProps {
  /** The current words. */
  children: string;
  /** All possible words. */
  of: readonly string[];
}

/** Changing words of a button, in the width of the widest: nothing beside it moves. */
export function Steady({ children, of }: SteadyProps) {
  return (
    <span className={styles.words}>
      {children}
      <span className={styles.widest} data-words={of.join('\n')} aria-hidden="true" />
    </span>
  );
}
