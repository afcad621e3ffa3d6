import { blendOf } from '#features/fragrance/domain/timbre/blend.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance, FragranceSource } from '#features/fragrance/domain/composition/model.ts';
import { keepFormer } from '#features/fragrance/state/former.ts';
import { setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { heardLink } from './scentwaves.ts';
import { noNotes, scentwaves } from './scentwavesState.ts';
import { stopLoop } from './playLink.ts';

/** Makes the selected notes the current fragrance. @returns false (and shows a notice) when there is none */
export function createFromLink(): boolean {
  if (scentwaves.selected.length === 0) {
    noNotes();
    return false;
  }
  stopLoop();
  stopPlaying();
  const heard = heardLink();
  const { trace, timbre, whole } = heard ?? { trace: null, timbre: null, whole: null };
  // Without a changed selection, use the whole sound, as every other entry does.
  const sound = whole !== null && isAsPicked() ? whole : null;
  const fragrance: Fragrance = {
    ...fragranceFromEssence({
      essence: sound?.essence ?? [...scentwaves.selected],
      source: sourceOfNotes(),
      now: new Date(),
      ...(trace === null ? {} : { trace }),
      blend: sound?.blend ?? blendOf(scentwaves.selected, trace?.notes ?? [], timbre),
    }),
    ...(scentwaves.texture && scentwaves.engineFailed ? { engineFailed: true } : {}),
  };
  keepFormer();
  setCurrentFragrance(fragrance);
  return true;
}

/** True while the selection is unchanged. */
function isAsPicked(): boolean {
  const { selected } = scentwaves;
  const heard = heardLink();
  return (
    heard !== null && selected.length === heard.picked.length && heard.picked.every((note) => selected.includes(note))
  );
}

function sourceOfNotes(): Exclude<FragranceSource, 'beat'> {
  if (scentwaves.demo !== null) return 'demo';
  // Stand-in notes come neither from the sound nor from its link: the visitor chose them.
  if (scentwaves.fallback) return 'keys';
  if (!scentwaves.texture) return 'link';
  return scentwaves.engineFailed ? 'byte-hash' : 'resonance';
}
