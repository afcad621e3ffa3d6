import frauncesLatin from 'pinned-fonts/fraunces-latin.woff2?url';
import frauncesLatinExt from 'pinned-fonts/fraunces-latin-ext.woff2?url';
import sansLatin from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import sansLatinExt from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2?url';
import type { Blend } from '#features/fragrance/domain/timbre/blend.ts';
import { codedError } from '#core/values/errors.ts';
import { paintPicture, pictureSize, type PictureId } from '#features/fragrance/domain/drawing/film/pictures.ts';
import { CARD_FONTS, type CardFragrance } from '#features/fragrance/domain/drawing/shareCard.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { CardAnswer, CardFont, CardRequest } from '#workers/cardProtocol.ts';

/**
 * Pictures for use outside the app, painted in a worker with the app's fonts; a share's is a PNG of 1200 x 630.
 */

/** Timeout of the worker, ms; after that the page paints. */
const WORKER_MS = 8000;
const LATIN_RANGE =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const LATIN_EXT =
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF';

/** The app's fonts, for a worker. */
export function cardFonts(): CardFont[] {
  // A worker resolves relative URLs against its own script: make them absolute.
  const font = (family: string, url: string, weight: string, unicodeRange: string): CardFont => ({
    family,
    url: new URL(url, document.baseURI).href,
    weight,
    unicodeRange,
  });
  return [
    font('Fraunces', frauncesLatin, '100 900', LATIN_RANGE),
    font('Fraunces', frauncesLatinExt, '100 900', LATIN_EXT),
    font('Instrument Sans', sansLatin, '400 700', LATIN_RANGE),
    font('Instrument Sans', sansLatinExt, '400 700', LATIN_EXT),
  ];
}

/** The painted fields only, so that a long inlined recording is not copied to the worker. */
export function paintedPart({
  name,
  musicEssence,
  topNotes,
  middleNotes,
  baseNotes,
  intensity,
  complexity,
  persistence,
  trace,
  face,
  accents,
  character,
  proportions,
}: CardFragrance): CardFragrance {
  return {
    name,
    intensity,
    complexity,
    persistence,
    musicEssence: [...musicEssence],
    topNotes: [...topNotes],
    middleNotes: [...middleNotes],
    baseNotes: [...baseNotes],
    ...(trace === undefined
      ? {}
      : { trace: { duration: trace.duration, peaks: [], notes: trace.notes.map((note) => ({ ...note })) } }),
    // A proxy cannot be posted to a worker: copy nested values.
    ...(JSON.parse(JSON.stringify({ face, accents, character, proportions })) as Pick<
      CardFragrance,
      'face' | keyof Blend
    >),
  };
}

/**
 * The picture of a fragrance. Painted by the page where workers have no canvas or fail.
 * @throws coded `card_failed`
 */
export async function sharePicture(fragrance: CardFragrance, subject: PictureId = 'link'): Promise<Blob> {
  const request: CardRequest = { subject, fragrance: paintedPart(fragrance), fonts: cardFonts() };
  if (typeof OffscreenCanvas === 'function') {
    const answer = await inWorker(request);
    if (answer.ok) return answer.png;
  }
  return onPage(request.fragrance, subject);
}

async function inWorker(request: CardRequest): Promise<CardAnswer> {
  const scope = new Scope();
  const failedAnswer = (message: string): CardAnswer => ({ ok: false, error: codedError('card_failed', message) });
  try {
    return await new Promise<CardAnswer>((resolve) => {
      const worker = new Worker(new URL('../../../../../workers/card.worker.ts', import.meta.url), { type: 'module' });
      scope.add(() => worker.terminate());
      scope.listen<MessageEvent<CardAnswer>>(worker, 'message', ({ data }) => resolve(data));
      scope.listen<ErrorEvent>(worker, 'error', ({ message }) => resolve(failedAnswer(message)));
      scope.listen(worker, 'messageerror', () => resolve(failedAnswer('A message of the worker could not be read.')));
      scope.timeout(() => resolve(failedAnswer('The worker took too long.')), WORKER_MS);
      worker.postMessage(request);
    });
  } catch (error) {
    return { ok: false, error: codedError('card_failed', 'No worker could be started.', error) };
  } finally {
    scope.dispose();
  }
}

/** Paints the same picture on the page. @throws coded `card_failed` */
export async function onPage(fragrance: CardFragrance, subject: PictureId = 'link'): Promise<Blob> {
  try {
    await Promise.all(CARD_FONTS.map((font) => document.fonts.load(font)));
    const canvas = document.createElement('canvas');
    const { width, height } = pictureSize(subject);
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('No 2D canvas.');
    paintPicture(subject, context, fragrance, (data) => new Path2D(data));
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (png === null) throw new Error('The canvas gave no picture.');
    return png;
  } catch (error) {
    throw codedError('card_failed', 'The picture could not be painted.', error);
  }
}
