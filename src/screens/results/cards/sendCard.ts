import { exportFileName } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { PictureCard } from '#features/fragrance/domain/drawing/film/cardPicture.ts';
import { canShareFile, shareFile } from '#features/share/state/film.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { sharePicture } from '#features/fragrance/state/picture/sharePicture.ts';

/** True where the system's share sheet takes pictures. */
export function canSendCards(): boolean {
  return canShareFile(new File([], 'card.png', { type: 'image/png' }));
}

/**
 * Paints a card and opens the system's share sheet with it, or saves it where there is none. The file has the name of
 * the fragrance and of the card. Call it from a press. Shows a failure in a notice.
 */
export async function sendCard(fragrance: Fragrance, card: PictureCard): Promise<void> {
  try {
    const picture = await sharePicture(fragrance, card);
    const name = exportFileName(fragrance, 'png').replace(/\.png$/, `-${card.kind}.png`);
    const file = new File([picture], name, { type: picture.type });
    // Not awaited: some sheets never answer, and the button would stay busy.
    if (canShareFile(file)) void shareFile(file, fragrance.name);
    else saveFile(file, file.name);
  } catch {
    notify({
      kind: 'error',
      title: 'The picture could not be made. Please try again.',
      duration: RESULTS_NOTICE_MS,
      key: 'card',
    });
  }
}
