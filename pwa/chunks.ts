import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { pathOf } from './importPaths.ts';

/**
 * What is loaded together: screens that lead to each other, and heavy parts that a gesture asks for. A module that others
 * load when needed belongs to the first part whose expression its path matches.
 */
const PARTS: readonly (readonly [name: string, path: RegExp])[] = [
  ['create', /screens\/create\/Create\.tsx/],
  ['results', /screens\/(results\/Results|processing\/)/],
  ['share', /screens\/share\/Share\.tsx/],
  ['store', /screens\/(store\/|playlist\/PlaylistEntry|preorder\/|customize\/)/],
  ['beats', /screens\/beat-maker\//],
  ['keyboard', /screens\/secret-keyboard\//],
  ['scentwaves', /screens\/scentwaves\//],
  ['info', /screens\/(about|contact)\//],
  ['flower', /app\/PlayedFlower/],
  ['legal', /screens\/legal\//],
  ['members', /screens\/(login|register|sign-up|confirm-email|profile|\w+-password)|LoginDialog|features\/members\//],
  ['last', /LastFragrance\.tsx|LastFace\.tsx|PlayedExample\.tsx/],
  [
    'dialogs',
    /app\/header\/AccountMenu|results\/(actions|sections)\/|parts\/\w+Dialog|PlayNotes|Report\w+\.tsx|state\/remix/,
  ],
  ['notices', /src\/app\/notices\/|NotFound\.tsx/],
  ['recording', /features\/create\/|screens\/create\/|formingFace|moveScreens|core\/storage\/inbox|ear\/pcm\//],
  ['film', /makeFilm|sharePicture/],
  ['transport', /audio\/sound\/(transport|beatPlayer)|audio\/take\//],
  ['tones', /openFamilies/],
  ['midi', /\/midi\//],
  ['engine', /features\/instruments\/audio\//],
  ['sending', /src\/(app\/senders|core\/|features\/)/],
];

/** What a module takes of another: names, or all of it (for its side effects, or as a namespace). */
interface Taken {
  from: string;
  names: string[] | 'all';
}

const ROOT = resolve(import.meta.dirname, '..');

/** The file that an import of a file names; null for a package. */
const targetOf = (from: string, file: string): string | null =>
  from.startsWith('#') ? join(ROOT, pathOf(from)) : from.startsWith('.') ? resolve(dirname(file), from) : null;

const read = new Map<string, Taken[]>();

/** Static imports and re-exports of a module, without types. */
function importsOf(file: string): Taken[] {
  const known = read.get(file);
  if (known !== undefined) return known;
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const names = (entries: readonly { importName: { kind: string; name: string | null } }[]): string[] | 'all' =>
    entries.length > 0 && entries.every(({ importName }) => importName.kind === 'Name')
      ? entries.map(({ importName }) => importName.name!)
      : 'all';
  const imports = [
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
  read.set(file, imports);
  return imports;
}

/** Whether a module is the door of a feature: it names what others may take, and does nothing itself. */
const isDoor = (file: string): boolean => /\/src\/(features\/.*|screens)\/index\.ts$/.test(file);

/** The modules that these names of a door come from; the door itself where it makes one (a part that loads later). */
function behindDoor(door: string, names: readonly string[]): string[] {
  const { module } = parseSync(door, readFileSync(door, 'utf8'));
  const sources = new Map<string, string>();
  for (const { entries } of module.staticExports)
    for (const { exportName, moduleRequest } of entries)
      sources.set(exportName.name!, moduleRequest ? targetOf(moduleRequest.value, door)! : door);
  return names.map((name) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`${door} has no ${name}.`);
    return source;
  });
}

/** A package; of Tone a folder, since few tones need its effects and sources. */
const PACKAGE_NAME = /^(tone\/build\/esm\/\w+|(@[^/]+\/)?[^/]+)/;

/** Files and packages that a module imports statically, itself included; of a door, what is taken through it. */
function closureOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!/\.tsx?$/.test(file) || !existsSync(file) || isDoor(file)) return found;
  for (const { from, names } of importsOf(file)) {
    const target = targetOf(from, file);
    if (target === null) found.add(PACKAGE_NAME.exec(from)![0]);
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
}

/** A file of the build for these modules; of two that match a module the higher `priority` takes it. */
function group(name: string, priority: number, modules: ReadonlySet<string>): Group {
  const packageOf = (id: string) => PACKAGE_NAME.exec(/.*\/node_modules\/(.*)/.exec(id)?.[1] ?? '')?.[0];
  return { name, priority, test: (id) => modules.has(packageOf(id) ?? id) };
}

/** A set of modules with fewer bytes of source joins another: each further file is one more request. */
const SMALL = 20_000;
/** The same for modules that a single part needs, which others would then load in vain. */
const SMALL_PART = 8000;
/** What a package counts, whose modules are not read. */
const PACKAGE = 100_000;

/** Modules of a file, all that they import, and the parts that load it. */
interface Shared {
  users: Set<string>;
  modules: Set<string>;
  imports: Set<string>;
}

const sizes = new Map<string, number>();

/** Bytes of a module as it is written. */
function sizeOf(module: string): number {
  const known = sizes.get(module);
  if (known !== undefined) return known;
  const size = isAbsolute(module) && existsSync(module) ? statSync(module).size : PACKAGE;
  sizes.set(module, size);
  return size;
}

const bytesOf = (modules: Iterable<string>): number => [...modules].reduce((sum, module) => sum + sizeOf(module), 0);

/** The cost of loading modules in vain: style sheets count more, since the first picture waits for them. */
const weightOf = (modules: ReadonlySet<string>): number =>
  [...modules].reduce((sum, module) => sum + sizeOf(module) * (module.endsWith('.css') ? 4 : 1), 0);

/** Whether the first load names a file (firstFiles.ts): it is small on purpose, and nothing joins it. */
const isNamed = ({ users }: Shared): boolean =>
  users.has('create') || (users.size === 1 && (users.has('recording') || users.has('sending')));

/** Whether a file is too small to be requested by itself. */
const isSmall = (file: Shared): boolean => {
  const { users, modules } = file;
  return !isNamed(file) && bytesOf(modules) < (users.size > 1 ? SMALL : SMALL_PART);
};

/** A file and those that it imports, which are loaded with it. */
const loadedWith = ({ imports }: Pick<Shared, 'imports'>, files: readonly Shared[]): Shared[] =>
  files.filter(({ modules }) => [...modules].some((module) => imports.has(module)));

const joined = (one: Shared, other: Shared): Shared => ({
  users: new Set([...one.users, ...other.users]),
  modules: new Set([...one.modules, ...other.modules]),
  imports: new Set([...one.imports, ...other.imports]),
});

/**
 * Joins each small file to the one with which the fewest bytes are loaded in vain. A choice that loads the create screen's
 * file with another screen costs a hundredfold.
 */
function mergeSmall(files: Shared[]): Shared[] {
  const small = files.filter(isSmall).sort((one, other) => bytesOf(one.modules) - bytesOf(other.modules))[0];
  if (small === undefined) return files;
  const [best] = files
    .filter((file) => file !== small && !isNamed(file))
    .map((file) => {
      const both = joined(small, file);
      const loaded = loadedWith(both, files);
      const inVain = ({ users, modules }: Shared): number =>
        [...both.users].filter((user) => !users.has(user)).length * weightOf(modules) * (users.has('create') ? 100 : 1);
      return { file, both, loaded, cost: loaded.reduce((sum, each) => sum + inVain(each), 0) };
    })
    .sort((one, other) => one.cost - other.cost);
  if (best === undefined) return files;
  const { file, both, loaded } = best;
  for (const { users } of loaded) for (const user of both.users) users.add(user);
  return mergeSmall([...files.filter((each) => each !== small && each !== file), both]);
}

/** The files in an order in which each comes after all that it imports. */
function inOrder(files: readonly Shared[], all = files, ordered = new Set<Shared>()): Set<Shared> {
  for (const file of files) {
    if (ordered.has(file)) continue;
    const others = loadedWith(file, all).filter((other) => other !== file && other.users.size >= file.users.size);
    inOrder(
      others,
      all.filter((other) => other !== file),
      ordered,
    );
    ordered.add(file);
  }
  return ordered;
}

/** The modules that others load when needed, by their dynamic imports. */
function loadedLater(root: string): Set<string> {
  const found = new Set<string>();
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    const file = join(root, 'src', path);
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    for (const { moduleRequest } of parseSync(file, text).module.dynamicImports) {
      const target = targetOf(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), file);
      if (target !== null) found.add(target);
    }
  }
  return found;
}

/**
 * The files of the build: one for the shell and what the create screen shares with it, one for each part, and one for each
 * set of modules that the same parts need; small sets are joined. A group takes the imports of its modules with it, unless
 * another group has them.
 */
export function chunkGroups(root: string): Group[] {
  const create = join(root, 'src/screens/create/Create.tsx');
  const first = closureOf(join(root, 'src/app/start.tsx'));
  closureOf(join(root, 'src/app/installed.ts'), first);
  const ofCreate = closureOf(create);
  for (const module of ofCreate) if (!module.startsWith(dirname(create))) first.add(module);
  const users = new Map<string, Set<string>>();
  for (const module of loadedLater(root)) {
    if (first.has(module)) continue;
    const part = PARTS.find(([, path]) => path.test(module))?.[0];
    if (part === undefined) throw new Error(`${module} is in no part: name it in pwa/chunks.ts.`);
    for (const needed of closureOf(module))
      // What the create screen has is there before any other part of it.
      if (!first.has(needed) && (part === 'create' || !ofCreate.has(needed)))
        users.set(needed, (users.get(needed) ?? new Set()).add(part));
  }
  const files = new Map<string, Shared>();
  for (const [module, parts] of users) {
    const key = [...parts].sort().join();
    files.set(key, files.get(key) ?? { users: new Set(parts), modules: new Set(), imports: new Set() });
    files.get(key)!.modules.add(module);
    closureOf(module, files.get(key)!.imports);
  }
  return [
    // Vite's helper for imports: separate, so that the page's first script loads nothing else with it.
    { name: 'load', priority: 100, test: (id) => id.includes('vite/preload-helper') },
    group('first', 99, first),
    ...[...inOrder(mergeSmall([...files.values()]))].map(({ users: parts, modules }, at) => {
      const name = modules.has(create) ? 'create' : parts.size === 1 ? [...parts][0]! : `shared${at}`;
      return group(name, 98 - at, modules);
    }),
  ];
}

/** Names of the files that every page loads. */
const ALWAYS_LOADED = ['first', 'load', 'rolldown-runtime'];

/** Whether a file of the build is there before any lazy part is asked for. */
const isAlwaysLoaded = (file: string): boolean => ALWAYS_LOADED.some((name) => file.startsWith(`assets/${name}-`));

/** Screens that most visits open one after the other. */
const OFTEN = /^assets\/(create|results)-/;

/**
 * The files that are requested together with a lazy part: without those that the page has loaded by then. What the first
 * load names costs every visit: it lists style sheets, which must come first, and the pieces of the screens that follow
 * it. Pieces of the others are requested once their own file names them; a later visit has all of them on the device.
 * @param host the file that loads the part
 */
export const filesWith = (part: string, files: string[], host: string): string[] =>
  files.filter((file) => !isAlwaysLoaded(file) && (file.endsWith('.css') || !isAlwaysLoaded(host) || OFTEN.test(part)));

/**
 * The path of a file of the build. Parts keep their names, shared pieces have only a hash: a list of
 * pieces is requested together, and each letter of it counts in the first load.
 */
export const chunkFileName = ({ name }: { name: string }): string =>
  /^shared\d+$/.test(name) ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js';

/** The path of a style sheet, or of another file that is no script; see {@link chunkFileName}. */
export const assetFileName = ({ names }: { names: readonly string[] }): string =>
  names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]';
