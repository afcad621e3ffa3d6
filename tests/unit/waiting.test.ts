import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What only a reader of texts can hold; timers and clocks are the linter's (.oxlintrc.json). */
const OWN_LIMIT = /\btimeout: ?\d|\bretry: ?\d|\bvi\.waitFor\(|^ *\}, \d[\d_]*\);/m;

const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => (folder.startsWith('tests/') ? /\.tsx?$/ : /\.test\.tsx?$/).test(file))
    .map((file) => join(folder, file));

it('every test waits as long as tests/patience.ts says', () => {
  const folders = ['backend', 'browser', 'fuzz', 'realtime', 'unit'].map((suite) => `tests/${suite}`);
  const files = [...folders, 'src', 'workers', 'worklets']
    .flatMap(testsIn)
    .filter((file) => !file.endsWith('waiting.test.ts'));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => OWN_LIMIT.test(readFileSync(file, 'utf8')))).toEqual([]);
});
