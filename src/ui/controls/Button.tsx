import type { ElementType } from 'react';
import { applyStyleProps, type WithStyleProps } from '../layout/styleProps.ts';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'outline' | 'small' | 'quiet' | 'flush' | 'back';

interface ButtonProps {
  variant: ButtonVariant;
  /** Its label has a name or an address in it, and may take several lines. */
  long?: boolean;
  wide?: boolean;
}

/** A button, or a link that looks like one. */
export function Button<Tag extends ElementType = 'button'>({
  as,
  variant,
  long = false,
  ...props
}: WithStyleProps<ButtonProps, Tag>) {
  const Element: ElementType = as ?? 'button';
  const base = `${styles['button']} ${styles[variant]}${long ? ` ${styles['long']}` : ''}`;
  return <Element {...(as === undefined ? { type: 'button' } : {})} {...applyStyleProps(base, props)} />;
}
