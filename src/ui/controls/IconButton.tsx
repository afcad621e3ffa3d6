import type { ElementType } from 'react';
import { applyStyleProps, type BoxStyleProps, type TextStyleProps, type WithStyleProps } from '../layout/styleProps.ts';
import styles from './IconButton.module.css';

interface IconButtonProps extends BoxStyleProps, TextStyleProps {
  /** Sunken under the pointer; or inked, the one that plays a sound, whose sheet may set `--size`. */
  variant?: 'plain' | 'play';
}

/** A round button, or link, with a single sign. */
export function IconButton<Tag extends ElementType = 'button'>({
  as,
  variant = 'plain',
  ...props
}: WithStyleProps<IconButtonProps, Tag>) {
  const Element: ElementType = as ?? 'button';
  const base = `${styles['button']} ${styles[variant]}`;
  return <Element {...(as === undefined ? { type: 'button' } : {})} {...applyStyleProps(base, props)} />;
}
