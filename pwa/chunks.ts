import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'vite';

/** Modules loaded with all their imports: screens opened by a link, or by a step that should take no time. */
const ENTRY_SCREENS = [
  'screens/results/Results.tsx',
  'screens/share/Share.tsx',
  'screens/store/Store.tsx',
  'screens/beat-maker/BeatMaker.tsx',
  'screens/secret-keyboard/SecretKeyboard.tsx',
  'screens/scentwaves/Scentwaves.tsx',
  'screens/about/About.tsx',
  'state/recording/recorder.ts',
] as const;

/** Static imports of a module, without types. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
  ];
}

/** Files and packages that a module imports statically, itself included. */
function closureOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!/\.tsx?$/.test(file) || !existsSync(file)) return found;
  for (const target of importsOf(file)) {
    if (target.startsWith('.')) closureOf(resolve(dirname(file), target), found);
    else found.add(/^(@[^/]+\/)?[^/]+/.exec(target)![0]);
  }
  return found;
}

interface Group {
  name: string;
  priority: number;
  test: (id: string) => boolean;
}

/** A file of the build for these modules; of two that match a module the higher `priority` takes it. */
function group(name: string, priority: number, modules: ReadonlySet<string>): Group {
  const packageOf = (id: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return { name, priority, test: (id) => modules.has(packageOf(id) ?? id) };
}

/**
 * Groups shared modules into files, since each further file is one more response to wait for: one file for the shell and
 * the create screen, and one for each set of modules that the same entry screens use. A screen loads no module that it
 * does not need.
 */
export function chunkGroups(root: string): Group[] {
  const first = closureOf(join(root, 'src/app/start.tsx'));
  const create = join(root, 'src/features/listen/screen/create/Create.tsx');
  for (const module of closureOf(create)) if (!module.startsWith(dirname(create))) first.add(module);
  const groups = [group('first', ENTRY_SCREENS.length + 1, first)];
  const bySet = new Map<number, Set<string>>();
  const closures = ENTRY_SCREENS.map((screen) => closureOf(join(root, 'src', screen)));
  for (const module of new Set(closures.flatMap((closure) => [...closure]))) {
    const users = closures.reduce((mask, closure, at) => (closure.has(module) ? mask | (1 << at) : mask), 0);
    if (!first.has(module)) bySet.set(users, (bySet.get(users) ?? new Set()).add(module));
  }
  for (const [users, modules] of bySet) {
    const count = ENTRY_SCREENS.filter((_, at) => users & (1 << at)).length;
    // A module of one entry screen stays in that screen's chunk, or is shared with its inner screens.
    if (count > 1) groups.push(group('parts', count, modules));
  }
  return [
    // Vite's helper for imports: separate, so that the page's first script loads nothing else with it.
    { name: 'load', priority: groups.length + ENTRY_SCREENS.length, test: (id) => id.includes('vite/preload-helper') },
    ...groups.map((each, at) => ({ ...each, name: at === 0 ? each.name : `${each.name}${at}` })),
  ];
}
