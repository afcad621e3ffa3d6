/**
 * The bottle: glass, cap, and a label with the fragrance's drawing and name. A physical object: its colours do not
 * follow the theme.
 */
import { escapeMarkup } from '#core/values/markup.ts';
import { drawFragrance } from '../drawing.ts';
import type { Drawable } from '../shapes.ts';
import { drawingSvg } from '../drawingSvg.ts';
import { noteColors } from '../noteColors.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { FINISHES, type BottleColor, type Finish } from './finishes.ts';
import { LABEL_FONT, LABEL_WEIGHT, labelLines, labelPaper } from './label.ts';

/** Units of the drawing. */
export const BOTTLE_WIDTH = 600;
export const BOTTLE_HEIGHT = 880;

export interface BottleOptions {
  bottle: BottleColor;
  fragrance: Drawable;
  name: string;
  /** CSS colour of the name. */
  color: string;
  /** Prefix of the ids in this drawing; unique on its page. */
  id: string;
  /** Text alternative; without it the bottle is decorative. */
  label?: string;
  /** Print the name on the label. A picture file paints it separately with the page's fonts. */
  withName?: boolean;
  /** Background colour, for a picture file; none by default. */
  ground?: string;
  /** Width attribute, px. */
  width?: number;
}

const LABEL_BOX = { x: 174, y: 362, width: 252, height: 372 };
const BODY_PATH =
  'M168 268H432C461 268 478 285 478 316V782C478 804 466 816 444 816H156C134 816 122 804 122 782V316C122 285 139 268 168 268Z';

/** The bottle as SVG markup. Names and labels, the only outside text, are escaped. */
export function bottleSvg({
  bottle,
  fragrance,
  name,
  color,
  id,
  label,
  withName = true,
  ground,
  width,
}: BottleOptions): string {
  const finish = FINISHES[bottle];
  const drawing = drawFragrance(fragrance);
  const essence = fragrance.musicEssence;
  const tint = (at: number): string => noteColors(essence[Math.min(at, essence.length - 1)] ?? 'C4', 'light').fill;
  const gradient = (part: string, stops: Finish['body'], vertical = false): string =>
    `<linearGradient id="${id}-${part}" x1="0" y1="0" x2="${vertical ? 0 : 1}" y2="${vertical ? 1 : 0}">${stops.map(([at, stop]) => `<stop offset="${at}" stop-color="${stop}"/>`).join('')}</linearGradient>`;
  const fade = (part: string, stops: readonly (readonly [number, string, number])[], across = false): string =>
    `<linearGradient id="${id}-${part}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${stops.map(([at, stop, opacity]) => `<stop offset="${at}" stop-color="${stop}" stop-opacity="${opacity}"/>`).join('')}</linearGradient>`;
  const paint = (part: string): string => `fill="url(#${id}-${part})"`;
  const defs = [
    gradient('body', finish.body),
    gradient('cap', finish.cap),
    gradient('collar', finish.collar),
    fade('fall', [
      [0, '#ffffff', finish.fall.light],
      [0.22, '#ffffff', 0],
      [0.72, '#000000', 0],
      [1, '#000000', finish.fall.dark],
    ]),
    fade(
      'sheen',
      [
        [0, '#ffffff', 0],
        [0.5, '#ffffff', bottle === 'black' ? 0.1 : 0.42],
        [1, '#ffffff', 0],
      ],
      true,
    ),
    fade(
      'paper',
      [
        [0, '#3e2816', 0.1],
        [0.08, '#3e2816', 0],
        [0.9, '#3e2816', 0],
        [1, '#3e2816', 0.09],
      ],
      true,
    ),
    // Glow around the bottle in the fragrance's colours.
    `<radialGradient id="${id}-glow"><stop offset="0" stop-color="${tint(0)}" stop-opacity=".34"/><stop offset=".55" stop-color="${tint(1)}" stop-opacity=".12"/><stop offset="1" stop-color="${tint(1)}" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="${id}-shadow"><stop offset="0" stop-color="#1c110a" stop-opacity=".5"/><stop offset=".6" stop-color="#1c110a" stop-opacity=".16"/><stop offset="1" stop-color="#1c110a" stop-opacity="0"/></radialGradient>`,
    fade('mirror', [
      [0, tint(2), 0],
      [0.34, tint(2), 0.16],
      [0.62, tint(1), 0.26],
      [1, tint(0), 0.42],
    ]),
    `<clipPath id="${id}-clip"><path d="${BODY_PATH}"/></clipPath><clipPath id="${id}-inside"><rect x="${LABEL_BOX.x + 8}" y="${LABEL_BOX.y + 8}" width="${LABEL_BOX.width - 16}" height="${LABEL_BOX.height - 16}"/></clipPath>`,
  ].join('');
  // A mirror reflects a horizon and the colours inside.
  const mirror =
    bottle === 'silver'
      ? `<g clip-path="url(#${id}-clip)"><rect x="122" y="268" width="356" height="548" ${paint('mirror')}/><path d="M122 560C210 520 300 604 478 540V816H122Z" fill="#2b2f34" opacity=".13"/><path d="M122 470C240 430 330 500 478 452V500C330 548 240 478 122 520Z" fill="#ffffff" opacity=".34"/></g>`
      : '';
  const grain =
    bottle === 'white'
      ? '<path d="M240 78c4 48-3 88 2 138M262 78c-3 40 4 90 0 138M291 78c5 50-4 96 1 138M318 78c-4 36 3 92-1 138M346 78c3 44-3 86 2 138M364 78c-2 40 3 90 0 138" fill="none" stroke="#4b2d17" stroke-width="1.4" opacity=".22"/>'
      : '';
  const lines = withName
    ? labelLines(name)
        .map(
          ({ text, x, y, size }) =>
            `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" font-family="${LABEL_FONT}" font-weight="${LABEL_WEIGHT}" text-rendering="geometricPrecision" word-spacing=".06em" fill="${escapeMarkup(color)}">${escapeMarkup(text)}</text>`,
        )
        .join(' ')
    : '';
  const picture = drawingSvg(drawing, LIGHT_PALETTE, { background: false }).replace(
    '<svg ',
    `<svg x="${LABEL_BOX.x + 8}" y="${LABEL_BOX.y + 8}" width="${LABEL_BOX.width - 16}" height="${LABEL_BOX.width - 16}" `,
  );
  const ariaAttributes = label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeMarkup(label)}"`;
  const size =
    width === undefined ? '' : ` width="${width}" height="${Math.round((width * BOTTLE_HEIGHT) / BOTTLE_WIDTH)}"`;
  const { x, y, width: labelWidth, height } = LABEL_BOX;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOTTLE_WIDTH} ${BOTTLE_HEIGHT}"${size} ${ariaAttributes}><defs>${defs}</defs>`,
    ground === undefined ? '' : `<rect width="${BOTTLE_WIDTH}" height="${BOTTLE_HEIGHT}" fill="${ground}"/>`,
    `<ellipse cx="300" cy="812" rx="298" ry="64" ${paint('glow')}/><ellipse cx="300" cy="818" rx="206" ry="22" ${paint('shadow')}/>`,
    // Cap, its top edge, and the collar.
    `<path d="M232 74H368C376 74 382 80 382 88V226H218V88C218 80 224 74 232 74Z" ${paint('cap')}/>${grain}`,
    `<path d="M232 74H368C376 74 382 80 382 88V91C382 84 376 80 368 80H232C224 80 218 84 218 91V88C218 80 224 74 232 74Z" fill="${finish.capTop}" opacity=".85"/>`,
    `<rect x="226" y="226" width="148" height="8" fill="#1a1411"/><rect x="222" y="232" width="156" height="36" rx="5" ${paint('collar')}/><path d="M222 256H378V263C378 266 376 268 373 268H227C224 268 222 266 222 263Z" fill="#000" opacity=".2"/>`,
    `<path d="${BODY_PATH}" ${paint('body')}/>${mirror}<path d="${BODY_PATH}" ${paint('fall')}/>`,
    `<path d="M160 296C148 300 142 310 142 324V770C142 784 148 792 158 796" fill="none" stroke="#ffffff" stroke-width="7" stroke-linecap="round" opacity="${bottle === 'black' ? 0.1 : 0.45}"/>`,
    `<path d="${BODY_PATH}" fill="none" stroke="${finish.edge}" stroke-width="1.5" opacity=".55"/>`,
    // The label.
    `<rect x="${x - 1}" y="${y + 3}" width="${labelWidth + 2}" height="${height}" rx="5" fill="#1c110a" opacity="${bottle === 'black' ? 0.5 : 0.16}"/>`,
    `<rect x="${x}" y="${y}" width="${labelWidth}" height="${height}" rx="4" fill="${labelPaper(fragrance)}"/><g clip-path="url(#${id}-inside)">${picture}</g>`,
    lines,
    `<rect x="${x}" y="${y}" width="${labelWidth}" height="${height}" rx="4" ${paint('paper')}/><rect x="${x + 8}" y="${y + 8}" width="${labelWidth - 16}" height="${height - 16}" rx="2" fill="none" stroke="#3e2816" stroke-width="1" opacity=".2"/>`,
    `<rect x="392" y="268" width="44" height="548" clip-path="url(#${id}-clip)" ${paint('sheen')} opacity=".7"/></svg>`,
  ].join('');
}
