/** Paints shared and saved pictures off the main thread: one request, one picture. */
import { codedError } from '#core/values/errors.ts';
import { paintPicture, pictureSize } from '#features/fragrance/domain/drawing/film/pictures.ts';
import { loadFonts } from './cardFonts.ts';
import type { CardAnswer, CardRequest } from './cardProtocol.ts';

// The web worker library of TypeScript types `self` as any worker.
const scope = self as unknown as DedicatedWorkerGlobalScope;

async function paint({ subject, fragrance, fonts }: CardRequest): Promise<Blob> {
  await loadFonts(fonts, fragrance, subject);
  const { width, height } = pictureSize(subject);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D canvas in a worker.');
  paintPicture(subject, context, fragrance, (data) => new Path2D(data));
  return canvas.convertToBlob({ type: 'image/png' });
}

scope.addEventListener('message', (event: MessageEvent<CardRequest>) => {
  paint(event.data).then(
    (png) => scope.postMessage({ ok: true, png } satisfies CardAnswer),
    (error: unknown) =>
      scope.postMessage({
        ok: false,
        error: codedError('card_failed', 'The picture could not be painted in a worker.', error),
      } satisfies CardAnswer),
  );
});
