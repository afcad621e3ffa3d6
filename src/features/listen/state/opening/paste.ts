import { parseWebUrl } from '../../domain/scentwaves.ts';
import { handOverLink } from './link.ts';
import { openFiles, type Opening } from './openFiles.ts';

/**
 * Opens what was dropped or pasted: files, or the URL of a sound, which Scentwaves fetches. Ignores other text.
 */
export async function openBrought(files: readonly File[], text: string, opening: Opening): Promise<void> {
  if (files.length > 0) await openFiles(files, opening);
  else if (parseWebUrl(text) !== null) {
    handOverLink(text);
    opening.navigate('/scentwaves');
  }
}
