import { useId, useMemo } from 'react';
import { bottleSvg, type BottleOptions } from '../domain/drawing/bottle/bottle.ts';

export type BottleProps = Pick<BottleOptions, 'bottle' | 'fragrance' | 'name' | 'color' | 'label'> & {
  className?: string | undefined;
};

/** A bottle with its label. Decorative without a `label` text. */
export function Bottle({ className, bottle, fragrance, name, color, label }: BottleProps) {
  const id = `bottle${useId().replace(/[^\w]/g, '')}`;
  const markup = useMemo(
    () => ({ __html: bottleSvg({ bottle, fragrance, name, color, id, ...(label === undefined ? {} : { label }) }) }),
    [bottle, fragrance, name, color, id, label],
  );
  // Safe: the markup is generated here; the name and the label in it are escaped.
  return <div className={className} dangerouslySetInnerHTML={markup} />;
}
