import { resolve } from 'node:path';
import { build } from 'vite';
import { makeFixtures } from '../fixtures/make.ts';

const root = resolve(import.meta.dirname, '../..');
const reuse = process.env['REUSE_BUILD'] === '1';
/** The app under test, built once for all servers; with `REUSE_BUILD=1` the one in `dist/` is taken as it is. */
export const DIST = resolve(root, reuse ? 'dist' : 'test-results/faults-dist');

export default async function buildApp(): Promise<void> {
  await makeFixtures();
  if (reuse) return;
  await build({ root, logLevel: 'error', build: { outDir: DIST, emptyOutDir: true } });
}
