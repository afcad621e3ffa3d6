import { encodeFilm, hasEncoders, type FilmOptions } from '../audio/filmEncoder.ts';
import { canRecordFilm, recordFilm } from '../audio/filmRecorder.ts';
import { channelsOf, cutFilmSound, decodeFilmSound } from '../audio/filmSound.ts';
import { soundContext } from '#core/audio/context.ts';
import { BOTTLE_HEIGHT, BOTTLE_WIDTH, bottleSvg } from '#features/fragrance/domain/drawing/bottle/bottle.ts';
import { DEFAULT_BOTTLE } from '#features/fragrance/domain/drawing/bottle/finishes.ts';
import { Film } from '#features/fragrance/domain/drawing/film/film.ts';
import { FILM_WIDTH, planFilm } from '#features/fragrance/domain/drawing/film/filmPlan.ts';
import { CARD_FONTS } from '#features/fragrance/domain/drawing/shareCard.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { soundOf } from '#features/instruments/state/playback/playFragrance.ts';
import { cardFonts, paintedPart, sharePicture } from '#features/fragrance/state/picture/sharePicture.ts';

/** Makes a film with the browser's encoders, else by recording a canvas, else as a still picture. */

/** Width in pixels at which the bottle is drawn, finer than in the film. */
const BOTTLE_PIXELS = 920;

/**
 * The film of a fragrance; a PNG where this browser cannot make films.
 * @throws the browser's error; an AbortError when cancelled
 */
export async function makeFilm(fragrance: Fragrance, link: string, options: FilmOptions): Promise<Blob> {
  const { signal } = options;
  if (!hasEncoders() && !canRecordFilm()) return sharePicture(fragrance, 'still');
  const [recording, bottle] = await Promise.all([soundOf(fragrance), bottlePicture(fragrance)]);
  signal.throwIfAborted();
  const decoded = await decodeFilmSound(recording, fragrance.trace?.duration ?? 0);
  const plan = planFilm(decoded.duration, fragrance);
  const sound = await cutFilmSound(decoded, plan);
  signal.throwIfAborted();
  const scene = { fragrance: paintedPart(fragrance), plan, link };
  if (hasEncoders()) {
    const made = await encodeFilm(
      {
        ...scene,
        fonts: cardFonts(),
        // A transferred bitmap is gone; the fallback may still need it.
        bottle: bottle === null ? null : await createImageBitmap(bottle),
        channels: channelsOf(sound),
        sampleRate: sound.sampleRate,
      },
      options,
    );
    if (made !== null) return made;
  }
  if (!canRecordFilm()) return sharePicture(fragrance, 'still');
  await Promise.all(CARD_FONTS.map((font) => document.fonts.load(font)));
  let surface: CanvasRenderingContext2D | null = null;
  const painter = new Film<Path2D>({
    ...scene,
    pathOf: (data) => new Path2D(data),
    bottle: bottle === null ? null : (x, y, width, height) => surface?.drawImage(bottle, x, y, width, height),
  });
  return recordFilm({
    ...options,
    context: soundContext,
    sound,
    paint: (context, second) => {
      surface = context;
      painter.paint(context, second, FILM_WIDTH);
    },
  });
}

/** The bottle without a name, which the film draws itself; null where it cannot be drawn. */
async function bottlePicture(fragrance: Fragrance): Promise<ImageBitmap | null> {
  const width = BOTTLE_PIXELS;
  const svg = bottleSvg({
    bottle: DEFAULT_BOTTLE,
    fragrance,
    name: '',
    color: '#000000',
    id: 'film',
    withName: false,
    width,
  });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height: Math.round((width * BOTTLE_HEIGHT) / BOTTLE_WIDTH) });
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await createImageBitmap(canvas);
  } catch {
    return null;
  }
}
