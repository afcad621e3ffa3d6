import type { ElementType } from 'react';
import { applyLook, type WithLook } from '../layout/look.ts';
import styles from './Button.module.css';

export type ButtonLook = 'primary' | 'outline' | 'small' | 'quiet' | 'flush' | 'back';

interface ButtonProps {
  look: ButtonLook;
  /** Its label has a name or an address in it, and may take several lines. */
  long?: boolean;
  wide?: boolean;
}

/** A button, or a link that looks like one. */
export function Button<Tag extends ElementType = 'button'>({
  as,
  look,
  long = false,
  ...props
}: WithLook<ButtonProps, Tag>) {
  const Element: ElementType = as ?? 'button';
  const base = `${styles['button']} ${styles[look]}${long ? ` ${styles['long']}` : ''}`;
  return <Element {...(as === undefined ? { type: 'button' } : {})} {...applyLook(base, props)} />;
}
