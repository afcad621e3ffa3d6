import { blendOf } from '#features/fragrance/domain/timbre/blend.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance, FragranceSource } from '#features/fragrance/domain/composition/model.ts';
import { keepFormer, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { linkAnalysis } from './scentwaves.ts';
import { noNotes, scentwaves } from './scentwavesState.ts';
import { stopLoop } from './playLink.ts';

/**
 * Makes the selected notes the current fragrance, the strongest first (docs/decisions.md, 5).
 * @returns false (and shows a notice) when there is none
 */
export function createFromLink(): boolean {
  if (scentwaves.selected.length === 0) {
    noNotes();
    return false;
  }
  stopLoop();
  stopPlaying();
  const { trace, timbre } = linkAnalysis() ?? { trace: null, timbre: null };
  const essence = scentwaves.detected.filter((note) => scentwaves.selected.includes(note));
  const fragrance: Fragrance = {
    ...fragranceFromEssence({
      essence,
      source: sourceOfNotes(),
      now: new Date(),
      ...(trace === null ? {} : { trace }),
      blend: blendOf(essence, trace?.notes ?? [], timbre),
    }),
    ...(scentwaves.texture && scentwaves.engineFailed ? { engineFailed: true } : {}),
  };
  keepFormer();
  setCurrentFragrance(fragrance);
  return true;
}

function sourceOfNotes(): Exclude<FragranceSource, 'beat'> {
  if (scentwaves.demo !== null) return 'demo';
  // Stand-in notes come neither from the sound nor from its link: the visitor chose them.
  if (scentwaves.fallback) return 'keys';
  if (!scentwaves.texture) return 'link';
  return scentwaves.engineFailed ? 'byte-hash' : 'resonance';
}
