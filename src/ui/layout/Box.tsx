import type { ElementType } from 'react';
import {
  applyStyleProps,
  type Arrangement,
  type BoxStyleProps,
  type TextStyleProps,
  type WithStyleProps,
} from './styleProps.ts';

/* Any element may take the place of the usual one (`as`); its own properties come with it. */

/** A surface, or a place in another box. */
export function Box<Tag extends ElementType = 'div'>({
  as,
  ...props
}: WithStyleProps<BoxStyleProps & TextStyleProps, Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...applyStyleProps('', props)} />;
}

/** A column. */
export function Stack<Tag extends ElementType = 'div'>({
  as,
  ...props
}: WithStyleProps<Arrangement & BoxStyleProps & TextStyleProps, Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...applyStyleProps('stack', props)} />;
}

interface RowStyleProps extends Arrangement, BoxStyleProps, TextStyleProps {
  /** It takes several lines where one is too short. */
  wrap?: boolean | undefined;
  /** Part of a text, or of a row. */
  inline?: boolean | undefined;
  /** From top to bottom, each as high as it needs to be. */
  column?: boolean | undefined;
}

/** A row. */
export function Row<Tag extends ElementType = 'div'>({ as, ...props }: WithStyleProps<RowStyleProps, Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...applyStyleProps(props.wrap || props.inline ? '' : 'row', props)} />;
}

/** A text: a paragraph, or another element. */
export function Text<Tag extends ElementType = 'p'>({
  as,
  ...props
}: WithStyleProps<BoxStyleProps & TextStyleProps, Tag>) {
  const Element: ElementType = as ?? 'p';
  return <Element {...applyStyleProps('', props)} />;
}
