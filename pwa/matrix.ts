/**
 * `npm run screenshots -- --matrix`: pictures of every screen in every shape of tests/e2e/shell/screens.spec.ts, side
 * by side on one sheet for each shape, in test-results/matrix, for a person to look through.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { browserPath } from '../tests/browserPath.ts';

const PICTURE_FOLDER = 'test-results/matrix';
/** Width of a sheet, px. */
const SHEET_PX = 1900;

export async function matrixSheets(folder = PICTURE_FOLDER): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  spawnSync('npx', ['playwright', 'test', 'tests/e2e/shell/screens.spec.ts'], {
    stdio: 'inherit',
    env: { ...process.env, MATRIX_PICTURES: folder },
  });
  await makeSheets(folder);
}

/** Puts the pictures of a folder (`screen @ shape.png`) on sheets. */
async function makeSheets(folder: string): Promise<void> {
  const shapes = new Map<string, string[]>();
  for (const file of readdirSync(folder).filter((name) => name.includes(' @ '))) {
    const shape = file.replace(/^.* @ |\.png$/g, '');
    shapes.set(shape, [...(shapes.get(shape) ?? []), file]);
  }
  const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: SHEET_PX, height: 600 } });
  for (const [shape, files] of shapes) {
    const wide = Number.parseInt(shape, 10);
    const width = wide < 400 ? 300 : wide < 1000 ? 460 : 620;
    const figures = files.toSorted().map((file) => {
      const png = readFileSync(join(folder, file)).toString('base64');
      return `<figure><figcaption>${file}</figcaption><img src="data:image/png;base64,${png}" width="${width}"></figure>`;
    });
    await page.setContent(
      `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#888;font:13px sans-serif}figure{margin:0}</style>${figures.join('')}`,
    );
    await page.screenshot({ path: join(folder, `sheet ${shape}.png`), fullPage: true });
    console.log(join(folder, `sheet ${shape}.png`));
  }
  await browser.close();
}
