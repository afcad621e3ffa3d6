import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Fixed value of the serif's optical size axis (src/ui/theme/base.css,
 * src/features/fragrance/domain/drawing/shareCard.ts).
 */
const OPTICAL_SIZE = 60;
const SERIF_FOLDER = 'node_modules/@fontsource-variable/fraunces';
const SUBSETS = ['latin', 'latin-ext'] as const;
/** Cache of the pinned fonts between builds; index.html names one of them. */
const CACHE_FOLDER = 'node_modules/.cache/accord/fonts';

/** Makes the missing fonts. Writes each file whole: several builds may run at once. */
async function pinFonts(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, SERIF_FOLDER, 'package.json'), 'utf8')) as { version: string };
  const madeOf = `${version} at ${OPTICAL_SIZE}`;
  const stamp = join(root, CACHE_FOLDER, 'made-of.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return;
  mkdirSync(join(root, CACHE_FOLDER), { recursive: true });
  const write = (path: string, content: string | Uint8Array): void => {
    const draft = `${path}.${process.pid}.part`;
    writeFileSync(draft, content);
    renameSync(draft, path);
  };
  for (const subset of SUBSETS) {
    const font = readFileSync(join(root, SERIF_FOLDER, `files/fraunces-${subset}-opsz-normal.woff2`));
    const pinned = await subsetFont(font, undefined, {
      targetFormat: 'woff2',
      keepAllGlyphs: true,
      variationAxes: { opsz: OPTICAL_SIZE },
    });
    write(join(root, CACHE_FOLDER, `fraunces-${subset}.woff2`), pinned);
  }
  write(stamp, madeOf);
}

/**
 * Provides `pinned-fonts/fraunces-latin.woff2` and `-latin-ext`: the serif at one optical size, with all weights.
 * Unused optical sizes are half of the font, and delay the first text on a slow line.
 */
export function fonts(): Plugin {
  return {
    name: 'accord:fonts',
    async config({ root = process.cwd() }) {
      await pinFonts(root);
      return { resolve: { alias: { 'pinned-fonts': join(root, CACHE_FOLDER) } } };
    },
  };
}
