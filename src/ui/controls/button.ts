import styles from './button.module.css';

export type ButtonLook = 'primary' | 'outline' | 'small' | 'quiet' | 'flush' | 'back';

/** The class of a button, or of a link styled as one. */
export function buttonClass(look: ButtonLook, more = ''): string {
  return `${styles['button']} ${styles[look]} ${more}`.trimEnd();
}

/** A further class for a button whose label holds a name or an address: such a label may take several lines. */
export const LONG_LABEL = styles['long'] ?? '';
