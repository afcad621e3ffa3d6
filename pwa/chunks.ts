import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'vite';

/** What is loaded as a whole: the screens that people come to by a link, or by a step that should take no time. */
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

/** What a module imports at once, types left out. */
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

/** The files that come with a module, itself included, and the names of the packages; what is imported later is left out. */
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

/** A file of the build for these modules; `priority` decides who gets what two of them want. */
function group(name: string, priority: number, modules: ReadonlySet<string>): Group {
  const packageOf = (id: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return { name, priority, test: (id) => modules.has(packageOf(id) ?? id) };
}

/**
 * How modules that are shared are put into files, since each file more is one more answer to wait for: what the shell and the
 * create screen need is one, and of the rest whatever the same entry screens need together. Nobody loads by that what their screen
 * does not need.
 */
export function chunkGroups(root: string): Group[] {
  const first = closureOf(join(root, 'src/app/start.tsx'));
  const create = join(root, 'src/screens/create/Create.tsx');
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
    // What one of them has for itself stays with it, or is shared with screens further inside.
    if (count > 1) groups.push(group('parts', count, modules));
  }
  return [
    // Vite's own helper for imports: the page's first script needs it, and must not wait for what else does.
    { name: 'load', priority: groups.length + ENTRY_SCREENS.length, test: (id) => id.includes('vite/preload-helper') },
    ...groups.map((each, at) => ({ ...each, name: at === 0 ? each.name : `${each.name}${at}` })),
  ];
}
