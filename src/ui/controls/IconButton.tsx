import type { ElementType } from 'react';
import { applyLook, type BoxLook, type TextLook, type WithLook } from '../layout/look.ts';
import styles from './IconButton.module.css';

interface IconButtonProps extends BoxLook, TextLook {
  /** Sunken under the pointer; or inked, the one that plays a sound, whose sheet may set `--size`. */
  look?: 'plain' | 'play';
}

/** A round button, or link, with a single sign. */
export function IconButton<Tag extends ElementType = 'button'>({
  as,
  look = 'plain',
  ...props
}: WithLook<IconButtonProps, Tag>) {
  const Element: ElementType = as ?? 'button';
  const base = `${styles['button']} ${styles[look]}`;
  return <Element {...(as === undefined ? { type: 'button' } : {})} {...applyLook(base, props)} />;
}
