import { readLook, type Fragrance } from '../../fragrance/domain/index.ts';
import { titleOf } from './facts.ts';
import type { DeskItem } from './rows.ts';

/** The drawn fragrance of an item; null when there is none, or none that can be read. */
export function faceOf(item: DeskItem): Fragrance | null {
  if (!('look' in item) || !item.look) return null;
  // The name is told by its drawing, which takes no longer one.
  return readLook(item.look, { id: item.id, created: item.at, name: titleOf(item).slice(0, 100) });
}
