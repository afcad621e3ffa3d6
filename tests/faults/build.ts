import { resolve } from 'node:path';
import { build } from 'vite';
import { makeFixtures } from '../fixtures/make.ts';

const root = resolve(import.meta.dirname, '../..');
/** The app under test, built once for all servers; `REUSE_BUILD=1` takes the one that is there. */
export const DIST = resolve(root, 'test-results/faults-dist');

export default async function buildApp(): Promise<void> {
  await makeFixtures();
  if (process.env['REUSE_BUILD'] === '1') return;
  await build({ root, logLevel: 'error', build: { outDir: DIST, emptyOutDir: true } });
}
