/**
 * `npm run bench:mutants -- domain`: Stryker plants bugs in the `domain` folders of `src/features`, and runs the unit tests on each. What
 * has not changed since the last run keeps its result. `-- analysis`: the same with a sample of `workers/ear/analysis`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seededRandom } from '../../src/core/values/random.ts';
import type { BENCHES } from '../benches.ts';
import { Refusal, type Asked } from '../options.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STRYKER = join(ROOT, 'bench/mutants/node_modules/@stryker-mutator');
/** Results and copies of the project; git does not see them. */
const FOLDER = 'test-results/mutants';

/** A place in a file; lines and columns from 0. */
interface Place {
  line: number;
  column: number;
}

interface Mutant {
  fileName: string;
  location: { start: Place; end: Place };
}

/** The files with code below a folder, without tests. */
const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$|assembly\//.test(file))
    .map((file) => join(folder, file))
    .sort();

/** The features with a domain. */
const FEATURES = readdirSync(join(ROOT, 'src/features')).filter((feature) =>
  existsSync(join(ROOT, 'src/features', feature, 'domain')),
);

/** The files to plant bugs in. @throws Refusal for a feature without a domain */
function filesOf(what: 'domain' | 'analysis', only: readonly string[] | null): string[] {
  if (what === 'analysis') {
    if (only !== null) throw new Refusal('--only takes features of domain.');
    return filesBelow('workers/ear/analysis');
  }
  const unknown = only?.find((feature) => !FEATURES.includes(feature));
  if (unknown !== undefined)
    throw new Refusal(`--only: no feature "${unknown}" has a domain; there are ${FEATURES.join(', ')}.`);
  return (only ?? FEATURES).flatMap((feature) => filesBelow(`src/features/${feature}/domain`));
}

/** Every bug that Stryker would plant in some files. */
async function mutantsOf(files: readonly string[]): Promise<Mutant[]> {
  const { Instrumenter } = (await import(
    pathToFileURL(join(STRYKER, 'instrumenter/dist/src/index.js')).href
  )) as unknown as {
    Instrumenter: new (logger: object) => {
      instrument(files: object[], options: object): Promise<{ mutants: Mutant[] }>;
    };
  };
  const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, isDebugEnabled: () => false };
  const sources = files.map((name) => ({ name, content: readFileSync(join(ROOT, name), 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  return (await new Instrumenter(quiet).instrument(sources, options)).mutants;
}

const isBefore = (a: Place, b: Place): boolean => a.line < b.line || (a.line === b.line && a.column <= b.column);
const isInside = (inner: Mutant, outer: Mutant): boolean =>
  inner.fileName === outer.fileName &&
  isBefore(outer.location.start, inner.location.start) &&
  isBefore(inner.location.end, outer.location.end);

/** Most other bugs inside the place of a drawn one: Stryker takes places, and plants all bugs inside them. */
const MOST_INSIDE = 4;

/** Places with `count` bugs in them, as Stryker reads them; only those are instrumented, so that the detectors stay fast. */
function sample(mutants: readonly Mutant[], count: number, seed: string): string[] {
  const random = seededRandom(seed);
  const drawn = mutants
    .map((mutant) => ({ mutant, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant);
  const taken = new Set<Mutant>();
  const places: string[] = [];
  for (const mutant of drawn) {
    if (taken.size >= count) break;
    if (taken.has(mutant)) continue;
    const inside = mutants.filter((other) => isInside(other, mutant));
    if (inside.length > MOST_INSIDE) continue;
    for (const one of inside) taken.add(one);
    const { start, end } = mutant.location;
    places.push(`${mutant.fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`);
  }
  return places;
}

/** Plants what was asked for, and prints what survived. */
export async function run({
  words: [what = 'domain'],
  only,
  seed,
  concurrency,
  ...asked
}: Asked<typeof BENCHES.mutants>): Promise<void> {
  const files = filesOf(what, only);
  if (!existsSync(STRYKER)) throw new Refusal('Stryker is not installed: `npm ci --prefix bench/mutants` brings it.');
  const count = asked.count ?? (what === 'analysis' ? 500 : null);

  let mutate = files;
  if (count !== null) {
    const mutants = await mutantsOf(files);
    console.log(`${mutants.length} bugs can be planted; ${Math.min(count, mutants.length)} are drawn by "${seed}".`);
    mutate = sample(mutants, count, seed);
  }

  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  const config = join(FOLDER, `${what}.config.json`);
  writeFileSync(
    join(ROOT, config),
    JSON.stringify({
      mutate,
      plugins: ['@stryker-mutator/vitest-runner'],
      testRunner: 'vitest',
      vitest: { configFile: 'bench/mutants/vitest.config.ts' },
      // It reads a tsconfig by TypeScript's old interface, which TypeScript 7 does not have; a file that is not there is not read.
      tsconfigFile: 'none.json',
      tempDirName: join(FOLDER, 'copies'),
      ignorePatterns: ['bench/corpus*', 'bench/*/node_modules', 'tests/hosted/node_modules', 'dist*', 'test-results'],
      // A bug in a constant is there from the import on: each would run every test again.
      ignoreStatic: true,
      concurrency,
      timeoutMS: 30_000,
      dryRunTimeoutMinutes: 30,
      // A sample leaves the results of the whole as they are.
      incremental: count === null,
      incrementalFile: join(FOLDER, 'domain.incremental.json'),
      reporters: ['clear-text', 'progress-append-only', 'json'],
      jsonReporter: { fileName: join(FOLDER, `${what}.json`) },
      clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
      thresholds: { high: 90, low: 70, break: null },
    }),
  );
  const { status } = spawnSync(process.execPath, [join(STRYKER, 'core/bin/stryker.js'), 'run', config], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
