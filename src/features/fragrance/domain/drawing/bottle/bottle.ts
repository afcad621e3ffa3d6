/**
 * The bottle: glass, cap, and a label with the fragrance's drawing and name. A physical object: its colours do not
 * follow the theme.
 */
import { escapeMarkup } from '../../../../../core/values/markup.ts';
import { drawFragrance } from '../drawing.ts';
import type { Drawable } from '../shapes.ts';
import { drawingSvg, groundColor } from '../drawingSvg.ts';
import { noteColors } from '../noteColors.ts';
import { mixColors } from '../oklab.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { wrapText } from '../shareCard.ts';

export type BottleColor = 'white' | 'black' | 'silver';

/** The bottles to choose from. */
export const BOTTLES: readonly { value: BottleColor; name: string }[] = [
  { value: 'white', name: 'Matte White' },
  { value: 'black', name: 'Matte Black' },
  { value: 'silver', name: 'Silver Mirror' },
];
export const DEFAULT_BOTTLE: BottleColor = 'silver';

/** Maximum name on a bottle, characters. */
export const DESIGN_NAME_MAX = 50;

/** Units of the drawing. */
export const BOTTLE_WIDTH = 600;
export const BOTTLE_HEIGHT = 880;

/** The name on the label: 50 characters at most, then an ellipsis, without a cut surrogate pair. */
export function labelName(name: string): string {
  const whole = name.trim().replace(/\s+/g, ' ');
  if (whole.length <= DESIGN_NAME_MAX) return whole;
  return `${clippedName(whole)}…`;
}

/** The first 50 characters of a name, counted as by an input field, without a cut surrogate pair. */
export function clippedName(name: string): string {
  let clipped = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)) {
    if (clipped.length + segment.length > DESIGN_NAME_MAX) break;
    clipped += segment;
  }
  return clipped.trimEnd();
}

/** A line of the label's name; `y` is its baseline. */
interface LabelLine {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Position of the name. */
const NAME = { x: 300, middle: 668, width: 214 };
const SIZES: readonly { size: number; lines: number }[] = [
  { size: 38, lines: 1 },
  { size: 31, lines: 2 },
  { size: 24, lines: 3 },
  { size: 19, lines: 4 },
  { size: 15, lines: 5 },
];
export const LABEL_FONT = "'Fraunces', 'Iowan Old Style', Georgia, serif";
export const LABEL_WEIGHT = 420;

/** Breaks a label's name into lines that fit; the same on the page and in the picture. */
export function labelLines(name: string): LabelLine[] {
  const text = labelName(name);
  if (text === '') return [];
  for (const { size, lines: maxLines } of SIZES) {
    const measure = (piece: string): number => roughWidth(piece) * size;
    const lines = wrapText(text, NAME.width, measure);
    const whole = text.split(' ').every((word) => measure(word) <= NAME.width);
    const last = size === SIZES.at(-1)!.size;
    if (!last && (lines.length > maxLines || !whole)) continue;
    const shown = lines.slice(0, maxLines);
    const leading = size * 1.16;
    const first = NAME.middle - ((shown.length - 1) * leading) / 2 + size * 0.33;
    return shown.map((line, i) => ({ text: line, x: NAME.x, y: Math.round((first + i * leading) * 10) / 10, size }));
  }
  return [];
}

/** Approximate width of a text in the label's font, ems: enough to break lines without a canvas. */
function roughWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code >= 0x1100) width += code >= 0x1f1e6 && code <= 0x1f1ff ? 0.65 : 1.15;
    else if (/[ilI.,;:!|'’`]/.test(letter)) width += 0.33;
    else if (/[mwMW@%&]/.test(letter)) width += 0.94;
    else if (/[A-ZÀ-Þ]/.test(letter)) width += 0.74;
    else width += letter === ' ' ? 0.26 : 0.56;
  }
  return width;
}

interface Finish {
  body: readonly [offset: number, color: string][];
  /** Light from above: opacity of white at the top and of black at the bottom. */
  fall: { light: number; dark: number };
  cap: readonly [offset: number, color: string][];
  capTop: string;
  collar: readonly [offset: number, color: string][];
  edge: string;
}

const BRASS: Finish['collar'] = [
  [0, '#6f5530'],
  [0.18, '#c9a566'],
  [0.38, '#f0dcae'],
  [0.6, '#b08a4c'],
  [0.85, '#d9bb80'],
  [1, '#6a5029'],
];
const STEEL: Finish['collar'] = [
  [0, '#63676d'],
  [0.18, '#c8ccd1'],
  [0.38, '#fbfcfc'],
  [0.6, '#989da4'],
  [0.85, '#dfe2e5'],
  [1, '#60646a'],
];

const FINISHES: Record<BottleColor, Finish> = {
  white: {
    body: [
      [0, '#cdc4b8'],
      [0.07, '#e6dfd5'],
      [0.28, '#f8f4ee'],
      [0.5, '#fdfaf6'],
      [0.78, '#f1ebe2'],
      [0.94, '#ddd5c9'],
      [1, '#c3b9ac'],
    ],
    fall: { light: 0.35, dark: 0.07 },
    cap: [
      [0, '#5f3c22'],
      [0.14, '#8f6039'],
      [0.36, '#bd8a5a'],
      [0.58, '#a87647'],
      [0.86, '#7d5230'],
      [1, '#52331c'],
    ],
    capTop: '#c99a6b',
    collar: BRASS,
    edge: '#b8ad9f',
  },
  black: {
    body: [
      [0, '#080606'],
      [0.05, '#3b3431'],
      [0.12, '#25201e'],
      [0.42, '#191514'],
      [0.76, '#231e1c'],
      [0.93, '#423a36'],
      [0.97, '#2a2422'],
      [1, '#0a0807'],
    ],
    fall: { light: 0.09, dark: 0.34 },
    cap: [
      [0, '#060505'],
      [0.1, '#332d2a'],
      [0.3, '#1d1917'],
      [0.66, '#14100f'],
      [0.9, '#39322e'],
      [1, '#070606'],
    ],
    capTop: '#3a332f',
    collar: BRASS,
    edge: '#000000',
  },
  silver: {
    body: [
      [0, '#5e6369'],
      [0.035, '#d9dce0'],
      [0.09, '#f7f8f9'],
      [0.16, '#a9aeb5'],
      [0.24, '#e9ebed'],
      [0.47, '#fdfdfd'],
      [0.62, '#c3c7cc'],
      [0.76, '#8b9097'],
      [0.86, '#e2e5e8'],
      [0.95, '#fafbfb'],
      [1, '#666b71'],
    ],
    fall: { light: 0.1, dark: 0.16 },
    cap: [
      [0, '#0b0a0b'],
      [0.09, '#55575c'],
      [0.16, '#1b1a1c'],
      [0.4, '#2d2d30'],
      [0.7, '#111012'],
      [0.9, '#6d7077'],
      [0.95, '#242427'],
      [1, '#0a090a'],
    ],
    capTop: '#4b4d52',
    collar: STEEL,
    edge: '#5a5f65',
  },
};

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

const LABEL = { x: 174, y: 362, width: 252, height: 372 };
const BODY =
  'M168 268H432C461 268 478 285 478 316V782C478 804 466 816 444 816H156C134 816 122 804 122 782V316C122 285 139 268 168 268Z';

/** The colour of the label's paper, slightly tinted by the strongest note's family. */
export function labelPaper(fragrance: BottleOptions['fragrance']): string {
  return mixColors(groundColor(drawFragrance(fragrance), LIGHT_PALETTE), '#fffdf9', 0.35);
}

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
    `<clipPath id="${id}-clip"><path d="${BODY}"/></clipPath><clipPath id="${id}-inside"><rect x="${LABEL.x + 8}" y="${LABEL.y + 8}" width="${LABEL.width - 16}" height="${LABEL.height - 16}"/></clipPath>`,
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
            `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" font-family="${LABEL_FONT}" font-weight="${LABEL_WEIGHT}" letter-spacing="-.01em" fill="${escapeMarkup(color)}">${escapeMarkup(text)}</text>`,
        )
        .join(' ')
    : '';
  const picture = drawingSvg(drawing, LIGHT_PALETTE, { background: false }).replace(
    '<svg ',
    `<svg x="${LABEL.x + 8}" y="${LABEL.y + 8}" width="${LABEL.width - 16}" height="${LABEL.width - 16}" `,
  );
  const said = label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeMarkup(label)}"`;
  const size =
    width === undefined ? '' : ` width="${width}" height="${Math.round((width * BOTTLE_HEIGHT) / BOTTLE_WIDTH)}"`;
  const { x, y, width: labelWidth, height } = LABEL;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOTTLE_WIDTH} ${BOTTLE_HEIGHT}"${size} ${said}><defs>${defs}</defs>`,
    ground === undefined ? '' : `<rect width="${BOTTLE_WIDTH}" height="${BOTTLE_HEIGHT}" fill="${ground}"/>`,
    `<ellipse cx="300" cy="812" rx="298" ry="64" ${paint('glow')}/><ellipse cx="300" cy="818" rx="206" ry="22" ${paint('shadow')}/>`,
    // Cap, its top edge, and the collar.
    `<path d="M232 74H368C376 74 382 80 382 88V226H218V88C218 80 224 74 232 74Z" ${paint('cap')}/>${grain}`,
    `<path d="M232 74H368C376 74 382 80 382 88V91C382 84 376 80 368 80H232C224 80 218 84 218 91V88C218 80 224 74 232 74Z" fill="${finish.capTop}" opacity=".85"/>`,
    `<rect x="226" y="226" width="148" height="8" fill="#1a1411"/><rect x="222" y="232" width="156" height="36" rx="5" ${paint('collar')}/><path d="M222 256H378V263C378 266 376 268 373 268H227C224 268 222 266 222 263Z" fill="#000" opacity=".2"/>`,
    `<path d="${BODY}" ${paint('body')}/>${mirror}<path d="${BODY}" ${paint('fall')}/>`,
    `<path d="M160 296C148 300 142 310 142 324V770C142 784 148 792 158 796" fill="none" stroke="#ffffff" stroke-width="7" stroke-linecap="round" opacity="${bottle === 'black' ? 0.1 : 0.45}"/>`,
    `<path d="${BODY}" fill="none" stroke="${finish.edge}" stroke-width="1.5" opacity=".55"/>`,
    // The label.
    `<rect x="${x - 1}" y="${y + 3}" width="${labelWidth + 2}" height="${height}" rx="5" fill="#1c110a" opacity="${bottle === 'black' ? 0.5 : 0.16}"/>`,
    `<rect x="${x}" y="${y}" width="${labelWidth}" height="${height}" rx="4" fill="${labelPaper(fragrance)}"/><g clip-path="url(#${id}-inside)">${picture}</g>`,
    lines,
    `<rect x="${x}" y="${y}" width="${labelWidth}" height="${height}" rx="4" ${paint('paper')}/><rect x="${x + 8}" y="${y + 8}" width="${labelWidth - 16}" height="${height - 16}" rx="2" fill="none" stroke="#3e2816" stroke-width="1" opacity=".2"/>`,
    `<rect x="392" y="268" width="44" height="548" clip-path="url(#${id}-clip)" ${paint('sheen')} opacity=".7"/></svg>`,
  ].join('');
}
