import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
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
  'features/listen/state/recording/recorder.ts',
  'features/instruments/audio/sound/engine.ts',
] as const;

/** What the forms of all screens share. */
const FORMS = /\/src\/ui\/forms\//;

/** What the login, the registration and the other account screens share; small modules that are opened together. */
const ACCOUNT = /\/src\/features\/members\/(backend|domain|parts|state)\//;

const SCREENS = 'src/screens';

/** The account screens: small, and each leads to another. */
const ACCOUNT_SCREENS = [
  'login',
  'register',
  'sign-up-success',
  'confirm-email',
  'reset-password',
  'change-password',
  'update-password',
] as const;

/** What a module takes of another: names, or all of it (for its side effects, or as a namespace). */
interface Taken {
  from: string;
  names: string[] | 'all';
}

/** Static imports and re-exports of a module, without types. */
function importsOf(file: string): Taken[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const names = (entries: readonly { importName: { kind: string; name: string | null } }[]): string[] | 'all' =>
    entries.length > 0 && entries.every(({ importName }) => importName.kind === 'Name')
      ? entries.map(({ importName }) => importName.name!)
      : 'all';
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest, entries }) => ({
        from: moduleRequest.value,
        names: names(entries.filter(({ isType }) => !isType)),
      })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest && !entry.isType ? [{ from: entry.moduleRequest.value, names: names([entry]) }] : [],
      ),
    ),
  ];
}

/** Whether a module is the door of a feature: it names what others may take, and does nothing itself. */
const isDoor = (file: string): boolean => /\/src\/(features\/.*|screens)\/index\.ts$/.test(file);

/** The modules that these names of a door come from; the door itself where it makes one (a part that loads later). */
function behindDoor(door: string, names: readonly string[]): string[] {
  const { module } = parseSync(door, readFileSync(door, 'utf8'));
  const sources = new Map<string, string>();
  for (const { entries } of module.staticExports)
    for (const { exportName, moduleRequest } of entries)
      sources.set(exportName.name!, moduleRequest ? resolve(dirname(door), moduleRequest.value) : door);
  return names.map((name) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`${door} has no ${name}.`);
    return source;
  });
}

/** Files and packages that a module imports statically, itself included; of a door, what is taken through it. */
function closureOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!/\.tsx?$/.test(file) || !existsSync(file) || isDoor(file)) return found;
  for (const { from, names } of importsOf(file)) {
    const target = resolve(dirname(file), from);
    if (!from.startsWith('.')) found.add(/^(@[^/]+\/)?[^/]+/.exec(from)![0]);
    else if (isDoor(target) && names !== 'all')
      for (const source of behindDoor(target, names)) closureOf(source, found);
    else closureOf(target, found);
  }
  return found;
}

interface Group {
  name: string;
  priority: number;
  test: (id: string) => boolean;
  minShareCount?: number;
}

/** A file of the build for these modules; of two that match a module the higher `priority` takes it. */
function group(name: string, priority: number, modules: ReadonlySet<string>): Group {
  const packageOf = (id: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return { name, priority, test: (id) => modules.has(packageOf(id) ?? id) };
}

/** Fewer bytes of source than this are no file of their own: each further file is one more request. */
const SMALL = 4000;

const countOf = (users: number): number => users.toString(2).replaceAll('0', '').length;

/** Bytes of modules as they are written; a package is never small. */
const bytesOf = (modules: ReadonlySet<string>): number =>
  [...modules].reduce(
    (sum, module) => sum + (isAbsolute(module) && existsSync(module) ? statSync(module).size : SMALL),
    0,
  );

/** Moves each small set of modules to the set of all its screens and as few others as can be. */
function mergeSmall(bySet: Map<number, Set<string>>): void {
  for (const [users, modules] of [...bySet].sort(([, a], [, b]) => bytesOf(a) - bytesOf(b))) {
    if (countOf(users) < 2 || bytesOf(modules) >= SMALL) continue;
    const wider = [...bySet.keys()].filter((other) => other !== users && (other & users) === users);
    const into = wider.sort((a, b) => countOf(a) - countOf(b))[0];
    if (into === undefined) continue;
    for (const module of modules) bySet.get(into)!.add(module);
    bySet.delete(users);
  }
}

/** The modules of the account screens, with all their imports. */
function accountClosure(root: string): Set<string> {
  const found = new Set<string>();
  for (const screen of ACCOUNT_SCREENS)
    for (const file of readdirSync(join(root, SCREENS, screen)))
      if (/^[A-Z].*\.tsx$/.test(file)) closureOf(join(root, SCREENS, screen, file), found);
  return found;
}

/**
 * Groups shared modules into files, since each further file is one more response to wait for: one file for the shell and
 * the create screen, one for each set of modules that the same entry screens use (the account screens count as one of
 * them), and one for the account screens. An entry screen loads next to nothing that it does not need: a group takes the
 * imports of its modules with it, unless another group has them.
 */
export function chunkGroups(root: string): Group[] {
  const first = closureOf(join(root, 'src/app/start.tsx'));
  const create = join(root, 'src/screens/create/Create.tsx');
  for (const module of closureOf(create)) if (!module.startsWith(dirname(create))) first.add(module);
  const closures = ENTRY_SCREENS.map((screen) => closureOf(join(root, 'src', screen)));
  closures.push(accountClosure(root));
  const bySet = new Map<number, Set<string>>();
  for (const module of new Set(closures.flatMap((closure) => [...closure]))) {
    const users = closures.reduce((mask, closure, at) => (closure.has(module) ? mask | (1 << at) : mask), 0);
    if (!first.has(module)) bySet.set(users, (bySet.get(users) ?? new Set()).add(module));
  }
  mergeSmall(bySet);
  const groups = [group('first', closures.length + 1, first)];
  for (const [users, modules] of bySet)
    // A module of one entry screen stays in that screen's chunk, or is shared with its inner screens.
    if (countOf(users) > 1) groups.push(group(`parts${groups.length}`, countOf(users), modules));
  return [
    // Vite's helper for imports: separate, so that the page's first script loads nothing else with it.
    { name: 'load', priority: closures.length + 2, test: (id) => id.includes('vite/preload-helper') },
    ...groups,
    { name: 'forms', priority: 1, minShareCount: 2, test: (id) => FORMS.test(id) },
    { name: 'account', priority: 0, minShareCount: 3, test: (id) => ACCOUNT.test(id) },
    {
      name: 'accountScreens',
      priority: 0,
      test: (id) => ACCOUNT_SCREENS.some((screen) => id.includes(`/${SCREENS}/${screen}/`)),
    },
  ];
}

/** Names of the files that every page loads. */
const ALWAYS_LOADED = ['first', 'load', 'rolldown-runtime'];

/** Whether a file of the build is there before any lazy part is asked for. */
const isAlwaysLoaded = (file: string): boolean => ALWAYS_LOADED.some((name) => file.startsWith(`assets/${name}-`));

/** Screens that most visits open one after the other. */
const OFTEN = /^assets\/(Create|Processing|Results)-/;

/**
 * The files that are requested together with a lazy part: without those that the page has loaded by then. What the first
 * load names costs every visit: it lists style sheets, which must come first, and the pieces of the screens that follow
 * it. Pieces of the others are requested once their own file names them; a later visit has all of them on the device.
 * @param host the file that loads the part
 */
export const filesWith = (part: string, files: string[], host: string): string[] =>
  files.filter((file) => !isAlwaysLoaded(file) && (file.endsWith('.css') || !isAlwaysLoaded(host) || OFTEN.test(part)));

/**
 * The path of a file of the build. Lazy parts keep their names, shared pieces have only a hash: a list of
 * pieces is requested together, and each letter of it counts in the first load.
 */
export const chunkFileName = ({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }): string =>
  isDynamicEntry || ALWAYS_LOADED.includes(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';

/** The path of a style sheet, or of another file that is no script; see {@link chunkFileName}. */
export const assetFileName = ({ names }: { names: readonly string[] }): string =>
  names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]';
