import { notify } from './notices.ts';

/** Files that come from outside: the system's "Open with", or another app's share sheet. */

/**
 * Opens what arrived (see `openFiles`), after a question where it would take the place of anything unsaved.
 * @param files null or none when something was shared that holds no file, or is gone
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
  const { openFiles } = await import('../opening/openFiles.ts');
  await openFiles(files, { navigate, arrived: true });
}
