import { openArrivedSound } from './arrivedSound.ts';
import { openFiles } from './openFiles.ts';
import { notify } from '#core/appState/notices.ts';

/** Files from outside: the system's "Open with", or another app's share sheet. */

/**
 * Opens files from outside (see `openFiles`); confirms before replacing anything unsaved.
 * @param files null or empty when the share has no file, or it is gone
 */
export async function openArrival(files: readonly File[] | null, navigate: (path: string) => void): Promise<void> {
  if (files === null || files.length === 0) {
    notify({
      kind: 'info',
      title: 'There was no file to open.',
      description: 'Share a sound, a MIDI file or a fragrance from Accord.',
      key: 'arrival',
    });
    return;
  }
  await openFiles(files, { navigate, arrived: { openSound: openArrivedSound } });
}
