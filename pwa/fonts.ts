import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The size at which the optical axis of the serif stands still everywhere (src/ui/theme/base.css, domain/drawing/shareCard.ts). */
const OPTICAL_SIZE = 60;
const SERIF = 'node_modules/@fontsource-variable/fraunces';
const SUBSETS = ['latin', 'latin-ext'] as const;
/** Where the pinned fonts are kept for the next build; index.html names one of them. */
const KEPT = 'node_modules/.cache/accord/fonts';

/** Makes what is not there yet, whole or not at all: several builds may begin at once. */
async function pinFonts(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, SERIF, 'package.json'), 'utf8')) as { version: string };
  const madeOf = `${version} at ${OPTICAL_SIZE}`;
  const stamp = join(root, KEPT, 'made-of.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeOf) return;
  mkdirSync(join(root, KEPT), { recursive: true });
  const write = (path: string, content: string | Uint8Array): void => {
    const draft = `${path}.${process.pid}.part`;
    writeFileSync(draft, content);
    renameSync(draft, path);
  };
  for (const subset of SUBSETS) {
    const font = readFileSync(join(root, SERIF, `files/fraunces-${subset}-opsz-normal.woff2`));
    const pinned = await subsetFont(font, undefined, {
      targetFormat: 'woff2',
      keepAllGlyphs: true,
      variationAxes: { opsz: OPTICAL_SIZE },
    });
    write(join(root, KEPT, `fraunces-${subset}.woff2`), pinned);
  }
  write(stamp, madeOf);
}

/**
 * `pinned-fonts/fraunces-latin.woff2` and `-latin-ext`: the serif at its one optical size, with all of its weights. Letters at
 * the other sizes, which nothing shows, are half of the font, and the first text waits for it on a slow line.
 */
export function fonts(): Plugin {
  return {
    name: 'accord:fonts',
    async config({ root = process.cwd() }) {
      await pinFonts(root);
      return { resolve: { alias: { 'pinned-fonts': join(root, KEPT) } } };
    },
  };
}
