import styles from './Steady.module.css';

export interface SteadyProps {
  /** What is said now. */
  children: string;
  /** Everything that may be said in this place. */
  of: readonly string[];
}

/** Words of a button that change when it is pressed, in a place as wide as the widest of them: nothing beside it moves. */
export function Steady({ children, of }: SteadyProps) {
  return (
    <span className={styles.words}>
      {children}
      <span className={styles.widest} data-words={of.join('\n')} aria-hidden="true" />
    </span>
  );
}
