import type { ElementType } from 'react';
import { applyLook, type Arrangement, type BoxLook, type TextLook, type WithLook } from './look.ts';

/* Any element may take the place of the usual one (`as`); its own properties come with it. */

/** A surface, or a place in another box. */
export function Box<Tag extends ElementType = 'div'>({ as, ...props }: WithLook<BoxLook & TextLook, Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...applyLook('', props)} />;
}

/** A column. */
export function Stack<Tag extends ElementType = 'div'>({
  as,
  ...props
}: WithLook<Arrangement & BoxLook & TextLook, Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...applyLook('stack', props)} />;
}

interface RowLook extends Arrangement, BoxLook, TextLook {
  /** It takes several lines where one is too short. */
  wrap?: boolean | undefined;
  /** Part of a text, or of a row. */
  inline?: boolean | undefined;
  /** From top to bottom, each as high as it needs to be. */
  column?: boolean | undefined;
}

/** A row. */
export function Row<Tag extends ElementType = 'div'>({ as, ...props }: WithLook<RowLook, Tag>) {
  const Element: ElementType = as ?? 'div';
  return <Element {...applyLook(props.wrap || props.inline ? '' : 'row', props)} />;
}

/** A text: a paragraph, or another element. */
export function Text<Tag extends ElementType = 'p'>({ as, ...props }: WithLook<BoxLook & TextLook, Tag>) {
  const Element: ElementType = as ?? 'p';
  return <Element {...applyLook('', props)} />;
}
