import type { Fragrance } from './model.ts';

type Comparable = Pick<Fragrance, 'musicEssence' | 'created'> & { audioData?: string | null };

/** True for two copies of one fragrance: the same notes from the same moment, or simply the same notes and recording. */
export function isSameFragrance(a: Comparable, b: Comparable): boolean {
  if (a.musicEssence.join() !== b.musicEssence.join()) return false;
  const moment = Date.parse(a.created);
  return (
    (Number.isFinite(moment) && moment === Date.parse(b.created)) || (a.audioData ?? null) === (b.audioData ?? null)
  );
}

/** The first of `name 2`, `name 3`, … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
}
