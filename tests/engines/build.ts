import { resolve } from 'node:path';
import { build } from 'vite';
import { makeFixtures } from '#tests/fixtures/make.ts';

/** Makes the fixtures and builds the app into `dist/`; with `REUSE_BUILD=1` the build that is there is taken. */
export default async function buildApp(): Promise<void> {
  await makeFixtures();
  if (process.env['REUSE_BUILD'] !== '1')
    await build({ root: resolve(import.meta.dirname, '../..'), logLevel: 'error' });
}
