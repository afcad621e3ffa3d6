import { proxy } from 'valtio';
import { hasEncoders } from '../../audio/film/filmEncoder.ts';
import { canRecordFilm } from '../../audio/film/filmRecorder.ts';
import { exportFileName } from '../../domain/fragrance/exportNotes.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { LatestTask } from '../../platform/lifetime/scope.ts';
import { saveFile } from '../../platform/storage/saveFile.ts';
import { openShareSheet } from '../../platform/sharing/shareSheet.ts';
import { notify, RESULTS_NOTICE_MS } from '../shell/notices.ts';

/** The living card of a fragrance: a film that this device makes. Nothing of it is sent anywhere. */

export const film = proxy<{
  status: 'idle' | 'making' | 'ready';
  /** 0 to 1 while it is made. */
  progress: number;
  /** The fragrance that all this is about. */
  fragranceId: string | null;
  /** Where it can be looked at, on this page. */
  url: string | null;
  /** A browser that cannot make films makes a still picture. */
  kind: 'video' | 'picture';
}>({ status: 'idle', progress: 0, fragranceId: null, url: null, kind: 'video' });

const latest = new LatestTask();
/** What is ready, and of which fragrance with which link. */
let made: File | null = null;
let madeOf = '';

function forgetMade(): void {
  if (film.url !== null) URL.revokeObjectURL(film.url);
  made = null;
  Object.assign(film, { status: 'idle', progress: 0, url: null, kind: 'video' });
}

/**
 * Makes the film of a fragrance and saves it; `link` ends it. One at a time: another one cancels the one before. What goes
 * wrong is told in a notice. Settles when it is saved, was cancelled or has failed.
 */
export async function saveFilm(fragrance: Fragrance, link: string): Promise<void> {
  const wanted = JSON.stringify([fragrance.id, fragrance.name, link]);
  if (film.status === 'ready' && madeOf === wanted && made !== null) {
    saveFile(made, made.name);
    return;
  }
  const signal = latest.begin();
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
    made = new File([blob], exportFileName(fragrance, ending), { type: blob.type.split(';')[0]! });
    Object.assign(film, {
      status: 'ready',
      progress: 1,
      url: URL.createObjectURL(made),
      kind: ending === 'png' ? 'picture' : 'video',
    });
    saveFile(made, made.name);
  } catch {
    if (signal.aborted) return;
    forgetMade();
    notify({
      kind: 'error',
      title: 'The video could not be made. Please try again.',
      duration: RESULTS_NOTICE_MS,
      key: 'film',
    });
  }
}

/** Stops making the film; nothing of it stays. One that is ready is kept. */
export function cancelFilm(): void {
  latest.abort();
  if (film.status === 'making') forgetMade();
}

/** True where this browser can make a film; elsewhere {@link saveFilm} makes a still picture. */
export function canFilm(): boolean {
  return hasEncoders() || canRecordFilm();
}

/** The film that is ready, as the system's share sheet takes it; null when there is none. */
export function madeFilm(): File | null {
  return film.status === 'ready' ? made : null;
}

/** Hands a file to the system's share sheet; call it from a press. */
export async function shareFile(file: File): Promise<void> {
  if ((await openShareSheet({ files: [file], title: file.name })) === 'unavailable') saveFile(file, file.name);
}

/** True when the system's share sheet takes files like this one. */
export function canShareFile(file: File): boolean {
  try {
    return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
  } catch {
    return false;
  }
}
