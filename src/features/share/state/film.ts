import { proxy } from 'valtio';
import { hasEncoders } from '../audio/filmEncoder.ts';
import { canRecordFilm } from '../audio/filmRecorder.ts';
import { exportFileName } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { openShareSheet } from '#core/sharing/shareSheet.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';

/** The film of a fragrance: made on this device and sent nowhere. */

export const film = proxy<{
  status: 'idle' | 'making' | 'ready';
  /** 0 to 1 while the film is made. */
  progress: number;
  /** The fragrance of this state. */
  fragranceId: string | null;
  /** URL of the finished film, valid on this page. */
  url: string | null;
  /** Browsers that cannot make films make a still picture. */
  kind: 'video' | 'picture';
  /** Its sound is Opus, as this browser encodes no AAC: some phones and apps play it silent. */
  opus: boolean;
}>({ status: 'idle', progress: 0, fragranceId: null, url: null, kind: 'video', opus: false });

const latestTask = new LatestTask();
/** The finished film with its fragrance and link. */
let lastFilm: File | null = null;
let madeOf = '';

function forgetMade(): void {
  if (film.url !== null) URL.revokeObjectURL(film.url);
  lastFilm = null;
  Object.assign(film, { status: 'idle', progress: 0, url: null, kind: 'video' });
}

/**
 * Makes the film of a fragrance and saves it; the film ends with `link`. One at a time: a new call cancels the
 * previous one. Shows failures in a notice. Settles when it is saved, cancelled or failed.
 */
export async function saveFilm(fragrance: Fragrance, link: string): Promise<void> {
  const wanted = JSON.stringify([fragrance.id, fragrance.name, link]);
  if (film.status === 'ready' && madeOf === wanted && lastFilm !== null) {
    saveFile(lastFilm, lastFilm.name);
    return;
  }
  const signal = latestTask.begin();
  forgetMade();
  Object.assign(film, { status: 'making', fragranceId: fragrance.id });
  try {
    const { makeFilm } = await import('./makeFilm.ts');
    const blob = await makeFilm(fragrance, link, {
      signal,
      onProgress: (share) => {
        if (!signal.aborted) film.progress = share;
      },
    });
    if (signal.aborted) return;
    const ending = blob.type.startsWith('video/mp4') ? 'mp4' : blob.type.startsWith('video/') ? 'webm' : 'png';
    madeOf = wanted;
    lastFilm = new File([blob], exportFileName(fragrance, ending), { type: blob.type.split(';')[0]! });
    Object.assign(film, {
      status: 'ready',
      progress: 1,
      url: URL.createObjectURL(lastFilm),
      kind: ending === 'png' ? 'picture' : 'video',
      opus: ending === 'webm' || blob.type.includes('opus'),
    });
    saveFile(lastFilm, lastFilm.name);
  } catch {
    if (signal.aborted) return;
    forgetMade();
    notify({
      kind: 'error',
      title: 'The film could not be made. Please try again.',
      duration: RESULTS_NOTICE_MS,
      key: 'film',
    });
  }
}

/** Cancels the running film; keeps a finished one. */
export function cancelFilm(): void {
  latestTask.abort();
  if (film.status === 'making') forgetMade();
}

/** True where this browser can make a film; elsewhere {@link saveFilm} makes a still picture. */
export function canFilm(): boolean {
  return hasEncoders() || canRecordFilm();
}

/** The finished film as a file for the system's share sheet; null when there is none. */
export function finishedFilm(): File | null {
  return film.status === 'ready' ? lastFilm : null;
}

/** Opens the system's share sheet for a file, titled by the name of the fragrance; call it from a press. */
export async function shareFile(file: File, title: string): Promise<void> {
  if ((await openShareSheet({ files: [file], title })) === 'unavailable') saveFile(file, file.name);
}

/** True when the system's share sheet accepts this file. */
export function canShareFile(file: File): boolean {
  try {
    return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
  } catch {
    return false;
  }
}
