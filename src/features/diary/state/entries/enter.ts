import type { Fragrance } from '../../../fragrance/domain/index.ts';
import { importWithRetry } from '../../../../core/loading/importWithRetry.ts';

/** Enters a fragrance that was just made into the diary, in the background. */
export function enterInDiary(fragrance: Fragrance): void {
  void importWithRetry(() => import('./entries.ts'))
    .then(({ enter }) => enter(fragrance))
    // Without the module, the diary takes it over when it is opened next, if it is still at hand.
    .catch(() => undefined);
}
