import { resolve } from 'node:path';
import { build } from 'vite';

/** The next version of the app, for the tests of what a new version does to pages of the old one. */

/** What its screen About says. */
export const MARK = 'the next version of Accord';

const ABOUT = /src\/features\/community\/screen\/about\/About\.tsx$/;
const DIALOG = /src\/features\/community\/parts\/PreorderDialog\.tsx$/;

const transform = (code: string, id: string): string | null => {
  if (ABOUT.test(id)) return code.replace(/(<ScreenHeading[^>]*>)/, `$1${MARK} `);
  return DIALOG.test(id) ? code.replace("'Sending...'", "'Sending ...'") : null;
};

/** Builds the app once more into a folder; one screen and one dialog say something else, so that their files and all that load them have new names. */
export async function buildNext(folder: string): Promise<void> {
  await build({
    root: resolve('.'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [{ name: 'next', enforce: 'pre', transform }],
  });
}
