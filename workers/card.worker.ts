/** Paints the share card off the main thread: one request, one picture. */
import { coded } from '../src/domain/errors.ts';
import { CARD_FONTS, CARD_HEIGHT, CARD_WIDTH, paintCard } from '../src/domain/drawing/shareCard.ts';
import type { CardAnswer, CardRequest } from './cardProtocol.ts';

// The web worker library of TypeScript types `self` as any worker.
const scope = self as unknown as DedicatedWorkerGlobalScope;

async function paint({ fragrance, fonts }: CardRequest): Promise<Blob> {
  for (const { family, url, weight, unicodeRange } of fonts) {
    scope.fonts.add(new FontFace(family, `url(${JSON.stringify(url)})`, { weight, unicodeRange }));
  }
  const text = `${fragrance.name} ${fragrance.topNotes.join(' ')} ${fragrance.middleNotes.join(' ')} ${fragrance.baseNotes.join(' ')}`;
  await Promise.all(CARD_FONTS.map((font) => scope.fonts.load(font, `Accord ${text}`)));
  const canvas = new OffscreenCanvas(CARD_WIDTH, CARD_HEIGHT);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D canvas in a worker.');
  paintCard(context, fragrance, (data) => new Path2D(data));
  return canvas.convertToBlob({ type: 'image/png' });
}

scope.addEventListener('message', (event: MessageEvent<CardRequest>) => {
  paint(event.data).then(
    (png) => scope.postMessage({ ok: true, png } satisfies CardAnswer),
    (error: unknown) =>
      scope.postMessage({
        ok: false,
        error: coded('card_failed', 'The picture could not be painted in a worker.', error),
      } satisfies CardAnswer),
  );
});
