import type { ComponentPropsWithRef, ElementType } from 'react';

/* The typed properties of Stack, Row, Text and Box, which write the classes of type.css and layout.css. */

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Arrangement of the content of a box. */
export interface Arrangement {
  gap?: Gap | undefined;
  /** Between columns, where it is wider than between lines. */
  columnGap?: 2 | 3 | 4 | 5 | undefined;
  /** Across the line; `center` is the middle of both axes. */
  align?: 'middle' | 'baseline' | 'center' | undefined;
  /** Along the line. */
  justify?: 'between' | 'centered' | 'left' | undefined;
  /** Its lines begin at the top. */
  top?: boolean | undefined;
}

/** Size and surface of a box, and its behaviour in the box around it. */
export interface BoxStyleProps {
  surface?: 'surface' | 'sunken' | 'fam-wash' | 'alert-wash' | 'inked' | undefined;
  edge?: 'framed' | 'edged' | undefined;
  radius?: 'sm' | 'md' | 'lg' | 'round' | 'circle' | undefined;
  position?: 'relative' | 'absolute' | 'fixed' | undefined;
  overflow?: 'cut' | 'clamp' | 'clipped' | undefined;
  /** It has a shadow. */
  lifted?: boolean | undefined;
  /** As wide, or as high, as the box around it. */
  wide?: boolean | undefined;
  tall?: boolean | undefined;
  /** It may become narrower than its longest word. */
  narrows?: boolean | undefined;
  /** It keeps its width in a row, or takes the rest of it. */
  rigid?: boolean | undefined;
  grows?: boolean | undefined;
  /** From the first column of a grid to its last. */
  spans?: boolean | undefined;
  /** Large enough for a finger. */
  tappable?: boolean | undefined;
  /** Without the browser's frame. */
  bare?: boolean | undefined;
}

export interface TextStyleProps {
  size?:
    | ('tiny' | 'small' | 'large' | 'lead' | 'heading' | 'medium' | 'subtitle')
    | ('hero' | 'title' | 'material')
    | undefined;
  tone?: 'muted' | 'ink' | 'wrong' | 'note-ink' | 'fam-ink' | undefined;
  weight?: 'light' | 'regular' | 'strong' | 'bold' | 'title-weight' | undefined;
  font?: 'serif' | 'sans' | undefined;
  leading?: 'solid' | 'firm' | 'tight' | 'snug' | undefined;
  tracking?: 'spaced' | 'close' | 'closer' | 'closest' | undefined;
  numerals?: 'digits' | 'lining' | undefined;
  textAlign?: 'left' | 'center' | 'right' | undefined;
  /** A long word breaks. */
  anywhere?: boolean | undefined;
  /** A comfortable line length. */
  measure?: boolean | undefined;
  /** Muted, and in full ink under the pointer. */
  wakes?: boolean | undefined;
  unselectable?: boolean | undefined;
}

/** Properties of an element, or of a component, with style properties. */
export type WithStyleProps<Props, Tag extends ElementType> = Props & {
  as?: Tag | undefined;
  className?: string | undefined;
} & Omit<ComponentPropsWithRef<Tag>, keyof Props | 'as' | 'className'>;

/** Properties whose values are classes, then those that are classes themselves when they are set. */
const TYPED_PROPERTIES = new Set(
  (
    'gap columnGap align justify surface edge radius position overflow size tone weight font leading tracking numerals textAlign ' +
    'top lifted wide tall narrows rigid grows spans tappable bare anywhere measure wakes unselectable column wrap inline'
  ).split(' '),
);

/** Replaces the typed properties by their classes, after `base`. */
export function applyStyleProps(
  base: string,
  { className, ...props }: Record<string, unknown>,
): Record<string, unknown> {
  let classes = base;
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(props)) {
    if (!TYPED_PROPERTIES.has(key)) rest[key] = value;
    else if (value !== undefined && value !== false) classes += ` ${classOf(key, value)}`;
  }
  rest['className'] = `${classes} ${typeof className === 'string' ? className : ''}`.trim() || undefined;
  return rest;
}

/** A class has the name of its property if that is a boolean, else of its value, with a prefix for these. */
const CLASS_PREFIXES: Readonly<Record<string, string>> = {
  gap: 'gap-',
  columnGap: 'across-',
  textAlign: 'text-',
  radius: 'rounded-',
};

function classOf(key: string, value: unknown): string {
  return value === true ? key : `${CLASS_PREFIXES[key] ?? ''}${String(value)}`;
}
