import { proxy } from 'valtio';
import {
  BOTTLE_HEIGHT,
  BOTTLE_WIDTH,
  bottleSvg,
  type BottleOptions,
} from '#features/fragrance/domain/drawing/bottle/bottle.ts';
import { clippedName, LABEL_FONT, LABEL_WEIGHT, labelLines } from '#features/fragrance/domain/drawing/bottle/label.ts';
import { DEFAULT_BOTTLE, type BottleColor } from '#features/fragrance/domain/drawing/bottle/finishes.ts';
import { DEFAULT_FONT_COLOR_VALUE, fontColorAt } from '#features/fragrance/domain/drawing/fontColor.ts';
import { LIGHT_PALETTE } from '#features/fragrance/domain/drawing/palette.ts';
import { customFragranceId } from '../domain/preorder.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import type { PreorderOutcome } from '../domain/preorder.ts';
import { preorder } from './preorder.ts';
import { cleanName } from '#core/values/nameRules.ts';

/** The designed bottle, for the life of the page. */
export const design = proxy<{
  /** Null until edited: the fragrance's name is used. */
  name: string | null;
  /** Position of the font colour on its slider. */
  colorValue: number;
  bottle: BottleColor;
}>({ name: null, colorValue: DEFAULT_FONT_COLOR_VALUE, bottle: DEFAULT_BOTTLE });

/** Fragrance of a bottle when the visitor has none: a C major seventh. */
export const DEFAULT_FRAGRANCE: BottleOptions['fragrance'] = {
  musicEssence: ['C3', 'G4', 'E4', 'B5', 'C6'],
  intensity: 0.62,
  complexity: 0.55,
  persistence: 0.7,
};
/** Name of an unnamed bottle where one is required. */
export const UNNAMED_BOTTLE = 'Your fragrance';

/** The name on the bottle and in the field. */
function designName(): string {
  return design.name ?? loadCurrentFragrance()?.name ?? '';
}

/** Orders the designed bottle. */
export function preorderDesign(buyer: { email: string; name: string }): Promise<PreorderOutcome> {
  const name = clippedName(cleanName(designName()));
  const bottle = { name, color: fontColorAt(design.colorValue), bottle: design.bottle };
  return preorder({
    ...buyer,
    fragranceId: customFragranceId(loadCurrentFragrance()?.id, bottle),
    fragranceName: name || UNNAMED_BOTTLE,
    design: bottle,
  });
}

/** Scale of the picture relative to the drawing. */
const PICTURE_SCALE = 2;

/** Downloads the designed bottle as a PNG. */
export async function downloadDesign(): Promise<void> {
  try {
    saveFile(await designPicture(), `${fileName(designName())}.png`);
  } catch {
    notify({
      kind: 'error',
      title: 'The picture could not be made.',
      description: 'Please try again.',
      duration: NOTICE_MS,
      key: 'picture',
    });
  }
}

/** The designed bottle as a PNG of 1200 x 1760. */
async function designPicture(): Promise<Blob> {
  const name = designName();
  const fragrance = loadCurrentFragrance() ?? DEFAULT_FRAGRANCE;
  const width = BOTTLE_WIDTH * PICTURE_SCALE;
  const svg = bottleSvg({
    bottle: design.bottle,
    fragrance,
    name,
    color: '#000000',
    id: 'picture',
    withName: false,
    ground: LIGHT_PALETTE.paper,
    width,
  });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const lines = labelLines(name);
  // An SVG image can use only the system's fonts, so the page draws the name.
  await Promise.all([
    image.decode(),
    ...lines.map(({ size, text }) => document.fonts.load(`${LABEL_WEIGHT} ${size}px ${LABEL_FONT}`, text)),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = BOTTLE_HEIGHT * PICTURE_SCALE;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D canvas.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  context.scale(PICTURE_SCALE, PICTURE_SCALE);
  context.textAlign = 'center';
  context.fillStyle = fontColorAt(design.colorValue);
  for (const { text, x, y, size } of lines) {
    context.font = `${LABEL_WEIGHT} ${size}px ${LABEL_FONT}`;
    context.letterSpacing = '-0.01em';
    context.fillText(text, x, y);
  }
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new Error('The canvas gave no picture.');
  return png;
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'accord-bottle' : `accord-${plain}`;
}
