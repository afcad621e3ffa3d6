import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import type { Plugin } from 'vite';

interface Icon {
  file: string;
  /** px */
  size: number;
  purpose: 'any' | 'maskable' | 'apple';
}

/** The icons of the installed app, drawn from the mark when the app is built. */
export const ICONS = {
  any192: { file: 'icon-192.png', size: 192, purpose: 'any' },
  any512: { file: 'icon-512.png', size: 512, purpose: 'any' },
  maskable192: { file: 'icon-maskable-192.png', size: 192, purpose: 'maskable' },
  maskable512: { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
  apple: { file: 'apple-touch-icon.png', size: 180, purpose: 'apple' },
} as const satisfies Record<string, Icon>;

const MARK_FILE = new URL('../src/ui/theme/favicon.svg', import.meta.url);
const PAPER_COLOR = '#f9f5ee';
const INK_COLOR = '#251c16';

/**
 * Size of the mark, share of the icon's side: systems may cut a maskable icon to a circle of 0.8 of the side.
 */
const MARK_SHARE = { any: 0.84, maskable: 0.68, apple: 0.78 };
/** Corner radius of an icon that systems do not cut, share of its side. */
const CORNER_SHARE = 0.22;
/** Width of the mark's box, and the middle of its drawing, a little left of the box's. */
const MARK_BOX_WIDTH = 32;
const MARK_MIDDLE = { x: 13.4, y: 16.2 };

/** The mark on paper, as SVG. */
export function iconSvg({ size, purpose }: Icon): string {
  // Remove its style sheet, which follows the visitor's color scheme; an icon is always on paper.
  const mark = readFileSync(MARK_FILE, 'utf8')
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<\/?svg[^>]*>/g, '');
  const scale = (size * MARK_SHARE[purpose]) / MARK_BOX_WIDTH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">`,
    `<rect width="${size}" height="${size}" rx="${purpose === 'any' ? size * CORNER_SHARE : 0}" fill="${PAPER_COLOR}"/>`,
    `<g transform="translate(${size / 2} ${size / 2}) scale(${scale}) translate(${-MARK_MIDDLE.x} ${-MARK_MIDDLE.y})" stroke="none"><g class="mark">${mark.replace('<path ', `<path stroke="${INK_COLOR}" `)}</g></g>`,
    '</svg>',
  ].join('');
}

/** Draws the icons into the build and links the one for iOS. */
export function iconPlugin(): Plugin {
  return {
    name: 'accord:icons',
    apply: 'build',
    generateBundle() {
      for (const icon of Object.values(ICONS))
        this.emitFile({ type: 'asset', fileName: icon.file, source: new Resvg(iconSvg(icon)).render().asPng() });
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${ICONS.apple.file}` }, injectTo: 'head' },
    ],
  };
}
