import { fragranceFromEssence } from './fragrance.ts';
import type { SavedFragrance } from './savedFragrance.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

const ID_PREFIX = 'demo-';

/** Two demo fragrances, for an empty local playlist. */
export const DEMO_FRAGRANCES: readonly SavedFragrance[] = [
  // B major seventh: Lavender, Chamomile, Frankincense, Ambrette Seed.
  demo('Lavender Dreams', ['F#5', 'D#5', 'B3', 'A#1'], '2026-01-02T09:00:00.000Z'),
  // E major seventh: Lemon, Bergamot, Mandarin, Cedar.
  demo('Citrus Burst', ['B6', 'E6', 'D#6', 'G#3'], '2026-01-01T09:00:00.000Z'),
];

/** True for a demo fragrance: it is in no database and has no owner. */
export const isDemo = ({ id }: { id: string }): boolean => id.startsWith(ID_PREFIX);

function demo(name: string, essence: readonly NoteCode[], added: string): SavedFragrance {
  const { audioData: _none, ...fragrance } = fragranceFromEssence({
    essence,
    source: 'demo',
    now: new Date(added),
    name,
  });
  return {
    ...fragrance,
    id: `${ID_PREFIX}${name.toLowerCase().replace(' ', '-')}`,
    audioData: null,
    isPublic: true,
    creatorId: null,
    creatorName: 'Accord',
    likes: [],
    savedAt: added,
    addedToPlaylistAt: added,
  };
}
