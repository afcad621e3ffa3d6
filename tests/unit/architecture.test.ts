import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT_FOLDER = resolve(import.meta.dirname, '../..');
/** Paths that begin with a folder of the repository, as the documents write them in backquotes. */
const PATH_PATTERN =
  /`((?:src|workers|worklets|service-worker|supabase|bench|tests|docs|\.github)\/[\w./-]*|\.oxlintrc\.json)`/g;

it.each([
  ['docs/architecture.md', 60],
  ['docs/decisions.md', 1],
  ['README.md', 10],
  ['CONTRIBUTING.md', 10],
  ['bench/README.md', 1],
  ['docs/backend.md', 5],
  ['docs/engine.md', 1],
  ['docs/measurements.md', 1],
])('%s names only files that exist, and at least one', (document, minimum) => {
  const named = [...readFileSync(resolve(ROOT_FOLDER, document), 'utf8').matchAll(PATH_PATTERN)].map(
    ([, path]) => path!,
  );
  expect(named.length).toBeGreaterThanOrEqual(minimum);
  // Folders that are made on the first run.
  const made = /^bench\/(corpus|corpus-instruments|results)\//;
  expect(named.filter((path) => !made.test(path) && !existsSync(resolve(ROOT_FOLDER, path)))).toEqual([]);
});

it('comments refer to decisions that exist', () => {
  const decisions = [
    ...readFileSync(resolve(ROOT_FOLDER, 'docs/decisions.md'), 'utf8').matchAll(/^(\d+)\. \*\*/gm),
  ].map(([, number]) => Number(number));
  expect([...decisions].sort((a, b) => a - b)).toEqual(Array.from({ length: decisions.length }, (_, i) => i + 1));
  const referred = ['src', 'workers', 'worklets', 'service-worker', 'supabase', 'bench'].flatMap((folder) =>
    readdirSync(resolve(ROOT_FOLDER, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.(tsx?|css|sql)$/.test(entry.name) &&
          !/\/(node_modules|dist)(\/|$)/.test(entry.parentPath),
      )
      .flatMap((entry) =>
        [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/docs\/decisions\.md,? (\d+)/g)].map(
          ([, number]) => Number(number),
        ),
      ),
  );
  expect(referred.length).toBeGreaterThan(0);
  expect(referred.filter((number) => !decisions.includes(number))).toEqual([]);
});
