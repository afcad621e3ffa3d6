import { applyStyleProps, type BoxStyleProps, type TextStyleProps, type WithStyleProps } from '../layout/styleProps.ts';
import styles from './Chip.module.css';

interface ChipProps extends BoxStyleProps, TextStyleProps {
  /** With an edge, and filled while pressed; or plain, and sunken while it is the chosen one of a few. */
  variant?: 'framed' | 'plain';
  shape?: 'pill' | 'circle' | 'tile';
  /** Whether it is on; absent for a chip that only acts. */
  pressed?: boolean | undefined;
  /** A dot in the colour of a note (`--note`) is before its words. */
  dotted?: boolean;
}

/** A small button with one word or sign: one of several, or on and off. */
export function Chip({
  variant = 'framed',
  shape = 'pill',
  pressed,
  dotted = false,
  ...props
}: WithStyleProps<ChipProps, 'button'>) {
  const base = `${styles['chip']} ${styles[variant]} ${styles[shape]}${dotted ? ` speck ${styles['dotted']}` : ''}`;
  return <button type="button" aria-pressed={pressed} {...applyStyleProps(base, props)} />;
}
