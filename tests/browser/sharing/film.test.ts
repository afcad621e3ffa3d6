import { afterEach, expect, it, vi } from 'vitest';
import { encodeFilm } from '#features/share/audio/filmEncoder.ts';
import { planFilm } from '#features/fragrance/domain/drawing/film/filmPlan.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { cardFonts, paintedPart } from '#features/fragrance/state/picture/sharePicture.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('a cancelled film leaves no running worker', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  const fragrance = fragranceFromEssence({ essence: ['A4', 'C#5', 'E5'], source: 'keys', now: new Date(0) });
  const cancel = new AbortController();
  const film = encodeFilm(
    {
      fragrance: paintedPart(fragrance),
      plan: planFilm(2, fragrance),
      link: 'http://localhost/share/AAAAAAAA',
      fonts: cardFonts(),
      bottle: null,
      channels: [new Float32Array(48_000)],
      sampleRate: 48_000,
    },
    { signal: cancel.signal, onProgress: () => undefined },
  );
  expect(ended).not.toHaveBeenCalled();
  cancel.abort();
  await expect(film).rejects.toMatchObject({ name: 'AbortError' });
  expect(ended).toHaveBeenCalledTimes(1);
});
