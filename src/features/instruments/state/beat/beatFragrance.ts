import { fragranceOfBeat } from '../../domain/beat/beatFragrance.ts';
import { keepFormer, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { notify } from '#core/appState/notices.ts';
import { beatMaker } from './beatMaker.ts';
import { stopBeat } from './playBeat.ts';
import { pluralize } from '#core/values/words.ts';

/**
 * Makes the selected notes the current fragrance, the most frequent and loudest first.
 * @returns false (and shows a notice) when none is selected
 */
export function createFromBeat(): boolean {
  const fragrance = fragranceOfBeat(beatMaker.beat, new Date());
  if (fragrance === null) {
    notify({
      kind: 'error',
      title: 'No notes selected',
      description: 'Please select at least one note to create a fragrance.',
      key: 'beat',
    });
    return false;
  }
  stopBeat();
  keepFormer();
  const kept = setCurrentFragrance(fragrance);
  // A full device was already reported: show no success.
  if (kept !== 'not kept')
    notify({
      kind: 'success',
      title: 'Fragrance Created',
      description: `Created a unique fragrance with ${pluralize(fragrance.musicEssence.length, 'note')}.`,
      pageShowsRest: true,
      key: 'beat',
    });
  return true;
}
