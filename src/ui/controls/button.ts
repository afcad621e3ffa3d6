import styles from './Button.module.css';
import type { ButtonLook } from './Button.tsx';

/** The class of a button in the sheets that do not use the component yet. */
export function buttonClass(look: ButtonLook, more = ''): string {
  return `${styles['button']} ${styles[look]} ${more}`.trimEnd();
}
