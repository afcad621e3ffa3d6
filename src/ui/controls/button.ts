import styles from './button.module.css';

export type ButtonLook = 'primary' | 'outline' | 'quiet';

/** The class of a button, or of a link styled as one. */
export function buttonClass(look: ButtonLook, more = ''): string {
  return `${styles['button']} ${styles[look]} ${more}`.trimEnd();
}
