export { FAMILIES, familyOf, perfumeNoteOf, type Family } from './catalogue/catalogue.ts';
export { DEMO_FRAGRANCES, isDemo } from './composition/demoFragrances.ts';
export { EXAMPLE_FRAGRANCE } from './composition/exampleFragrance.ts';
export { ESSENCE_LENGTH, essenceNotes, exportFileName, noteTracks } from './composition/exportNotes.ts';
export {
  MAX_TAKE_ESSENCE,
  blendName,
  fragranceFromBeat,
  fragranceFromEssence,
  strengthsOf,
  tiersOf,
  type Tier,
} from './composition/fragrance.ts';
export { type Fragrance, type FragranceSource, type SoundTrace } from './composition/model.ts';
export { isOnDevice, type SavedFragrance } from './composition/savedFragrance.ts';
export { drawnPart, peaksOf, traceOf, waveformOf, type WaveSlice } from './composition/trace.ts';
export { BOTTLE_HEIGHT, BOTTLE_WIDTH, bottleSvg, type BottleOptions } from './drawing/bottle/bottle.ts';
export { DEFAULT_BOTTLE, type BottleColor } from './drawing/bottle/finishes.ts';
export { LABEL_FONT, LABEL_WEIGHT, clippedName, labelLines } from './drawing/bottle/label.ts';
export { drawFragrance, drawingLabel } from './drawing/drawing.ts';
export { drawingSvg, groundColor } from './drawing/drawingSvg.ts';
export { BOTTLED, Film } from './drawing/film/film.ts';
export { FILM_HEIGHT, FILM_RATE, FILM_WIDTH, planFilm, type FilmPlan } from './drawing/film/filmPlan.ts';
export { PICTURE_SIZES, paintPicture, pictureSize, type PictureKind, type Subject } from './drawing/film/pictures.ts';
export { DEFAULT_FONT_COLOR_VALUE, fontColorAt } from './drawing/fontColor.ts';
export { paintDrawing, type PaintSurface } from './drawing/paintDrawing.ts';
export { LIGHT_PALETTE, type Palette } from './drawing/palette.ts';
export { DRAWING_SIZE, type Drawable, type Drawing, type DrawingShape } from './drawing/shapes.ts';
export { CARD_FONTS, type CardFragrance } from './drawing/shareCard.ts';
export { pickFields, type FieldOf } from './schema/fields.ts';
export { drawnMeasures, readLook } from './schema/look.ts';
export { readFragrance, readSavedFragrance } from './schema/fragrance.ts';
export type { Accent } from './timbre/accents.ts';
export { fragranceOfAnalysis } from './timbre/analysisFragrance.ts';
export { blendOf, type Blend } from './timbre/blend.ts';
export { AXES, AXIS_WORDS, wordOf, type Axis, type Character } from './timbre/character.ts';
export { partsOf, proportionsOfBeat, type Proportion } from './timbre/proportions.ts';
export { storedBlend } from './timbre/storedBlend.ts';
export type { MeasuredOvertone, Timbre, Vibrato } from './timbre/timbre.ts';
export { nameFragrance } from './words/names.ts';
export { revealCards, type RevealCard, type SoundOrigin } from './words/reveal.ts';
