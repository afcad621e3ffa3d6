import { exportFileName, fragranceJson } from '#features/fragrance/domain/composition/exportNotes.ts';
import { essenceWav, notesMidi } from '#features/instruments/audio/playback/exportSound.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { toCodedError } from '#core/values/errors.ts';
import { sharePicture } from '#features/fragrance/state/picture/sharePicture.ts';

type ExportKind = 'picture' | 'midi' | 'wav' | 'json';

const FILE_EXTENSIONS: Record<ExportKind, string> = { picture: 'png', midi: 'mid', wav: 'wav', json: 'json' };

/** Makes the file of a fragrance. Loads the MIDI writer on demand. */
async function exportFile(fragrance: Fragrance, kind: ExportKind): Promise<{ file: Blob; name: string }> {
  const name = exportFileName(fragrance, FILE_EXTENSIONS[kind]);
  switch (kind) {
    case 'picture':
      return { file: await sharePicture(fragrance), name };
    case 'midi':
      return { file: await notesMidi(fragrance), name };
    case 'wav':
      return { file: await essenceWav(fragrance), name };
    case 'json':
      return { file: new Blob([fragranceJson(fragrance)], { type: 'application/json' }), name };
    default:
      return kind satisfies never;
  }
}

/** Makes a file and downloads it; shows a notice on failure. */
export async function exportFragrance(fragrance: Fragrance, kind: ExportKind): Promise<boolean> {
  try {
    const { file, name } = await exportFile(fragrance, kind);
    saveFile(file, name);
    return true;
  } catch (error) {
    notify({
      kind: 'error',
      title: 'This file could not be made. Please try again.',
      description: toCodedError(error, 'export_failed').message,
      duration: RESULTS_NOTICE_MS,
      key: 'export',
    });
    return false;
  }
}
