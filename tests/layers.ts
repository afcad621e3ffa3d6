import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';
import { pathOf } from '../pwa/importPaths.ts';

/**
 * The one rule book of who may import whom, for static and dynamic imports and for imports of types alike: imports run
 * down the layers, between features also down the list of features, and nothing goes in a circle. Screens are above all
 * features, and the only place that may use all of them.
 */

/** The features from the bottom up: each may use those before it. docs/architecture.md draws them. */
const FEATURES = [
  'moderation',
  'session',
  'outbox',
  'fragrance',
  'instruments',
  'create',
  'share',
  'community',
  'members',
] as const;

interface Room {
  /** What the paths of its modules match. */
  path: RegExp;
  /** The other rooms that it may import. */
  imports: readonly RoomName[];
  /** Packages that it may not import. */
  without: RegExp;
}

type RoomName =
  | 'heard'
  | 'ear worklets'
  | 'ear'
  | 'worklets'
  | 'workers'
  | 'service-worker'
  | 'common'
  | 'functions'
  | 'values'
  | 'core'
  | 'ui'
  | 'domain'
  | 'audio'
  | 'backend'
  | 'state'
  | 'parts'
  | 'screen'
  | 'app';

const layer = (name: string): RegExp => new RegExp(`^src/features/[^/]+/${name}/`);

/** From the bottom to the top. A module belongs to the first room that its path matches. */
const ROOMS: Readonly<Record<RoomName, Room>> = {
  // The engine is a package: what it imports is inside it. Comlink and Meyda are bundled.
  heard: { path: /^workers\/ear\/values\//, imports: [], without: /./ },
  'ear worklets': { path: /^workers\/ear\/worklets\//, imports: [], without: /./ },
  ear: {
    path: /^workers\/ear\/(?!build\/)/,
    imports: ['heard', 'ear worklets'],
    without: /^(?!(comlink|meyda|virtual:kernels)$)/,
  },
  worklets: { path: /^worklets\//, imports: [], without: /./ },
  'service-worker': { path: /^service-worker\//, imports: [], without: /^(react|valtio|tone|@supabase)/ },
  // What the app and the functions share. A hosted project bundles a function with what is below supabase/functions alone.
  common: { path: /^supabase\/functions\/_shared\/common\//, imports: [], without: /./ },
  functions: { path: /^supabase\/functions\//, imports: ['common'], without: /^(?!(npm|jsr):)/ },
  // Pure rules that every feature shares. Zod is what the schemas of values from outside are made of.
  values: { path: /^src\/core\/(values|schema)\//, imports: ['common', 'heard'], without: /^(?!zod\/mini$)/ },
  domain: { path: layer('domain'), imports: ['heard', 'values', 'common'], without: /^(?!zod\/mini$)/ },
  workers: {
    path: /^workers\//,
    imports: ['values', 'domain'],
    without: /^(react|valtio|tone|@supabase)/,
  },
  core: {
    path: /^src\/core\//,
    imports: ['heard', 'values', 'common', 'worklets', 'service-worker'],
    without: /^(react(-dom)?|tone|wouter|sonner|@radix-ui|comlink)(\/|$)/,
  },
  ui: { path: /^src\/ui\//, imports: ['heard', 'values', 'core'], without: /^(tone|@supabase|valtio|sonner)(\/|$)/ },
  audio: {
    path: layer('audio'),
    imports: ['heard', 'values', 'common', 'core', 'domain', 'ear', 'ear worklets', 'workers', 'worklets'],
    without: /^(react(-dom)?|valtio|wouter|sonner|@radix-ui|@supabase)(\/|$)/,
  },
  backend: {
    path: layer('backend'),
    imports: ['heard', 'values', 'common', 'core', 'domain'],
    without: /^(react(-dom)?|valtio|tone|wouter|sonner|@radix-ui)(\/|$)/,
  },
  state: {
    path: layer('state'),
    imports: ['heard', 'values', 'core', 'domain', 'audio', 'backend', 'ear', 'workers', 'common'],
    without: /^(react(-dom)?|tone|wouter|sonner|@radix-ui|@supabase)(\/|$)/,
  },
  // What screens of several features show, without state.
  parts: {
    path: layer('parts'),
    imports: ['heard', 'values', 'core', 'ui', 'domain'],
    without: /^(tone|@supabase|valtio|sonner|comlink|idb)(\/|$)/,
  },
  screen: {
    path: /^src\/screens\//,
    imports: ['heard', 'values', 'core', 'ui', 'domain', 'state', 'parts'],
    without: /^(tone|@supabase|comlink|idb)(\/|$)/,
  },
  app: {
    path: /^src\/app\/|^src\/main\.ts$/,
    imports: ['heard', 'values', 'core', 'ui', 'domain', 'state', 'parts', 'screen', 'service-worker'],
    without: /^(tone|@supabase|comlink|idb)(\/|$)/,
  },
};

export interface Import {
  /** File or package name. */
  target: string;
}

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/**
 * The imports of a module, those of types and dynamic ones included; those of files as paths from the root.
 * @throws Error when a `#` path leads nowhere
 */
export function importsOf(file: string, source: string): Import[] {
  const { module } = parseSync(file, source);
  const found: Import[] = [];
  const add = (specifier: string) => {
    const plain = specifier.replace(/\?.*$/, '');
    if (plain.startsWith('#')) found.push({ target: pathOf(plain) });
    else found.push({ target: isRelative(plain) ? normalize(join(dirname(file), plain)) : plain });
  };
  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) add(moduleRequest.value);
  // Dynamic imports, and types that are named in place.
  for (const [, specifier] of source.matchAll(/\bimport\('([^']+)'\)/g)) add(specifier!);
  // Workers and worklets are named by URL.
  for (const [, specifier] of source.matchAll(/new URL\('(\.[^']+\.tsx?)', import\.meta\.url\)/g)) add(specifier!);
  return found;
}

const roomOf = (file: string): RoomName | null =>
  (Object.entries(ROOMS) as [RoomName, Room][]).find(([, { path }]) => path.test(file))?.[0] ?? null;

/** The feature that a module belongs to, or null. */
const featureOf = (file: string): string | null => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

/** The place of a feature in the list; -1 where it has none. */
const heightOf = (feature: string): number => (FEATURES as readonly string[]).indexOf(feature);

/** The screen that a module belongs to, or null. */
const screenOf = (file: string): string | null => /^(src\/screens\/[^/]+)\//.exec(file)?.[1] ?? null;

/** Why a module may not import another; null where it may. */
function objection(file: string, target: string): string | null {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === null) return 'the module is in no room';
  if (to === null)
    return ROOMS[from].without.test(target) && !isRelative(target) ? 'the package is not for here' : null;
  if (from !== to && !ROOMS[from].imports.includes(to)) return `${from} does not know ${to}`;
  const [here, there] = [featureOf(file), featureOf(target)];
  for (const feature of [here, there])
    if (feature !== null && heightOf(feature) < 0) return `${feature} is not in the list of features`;
  if (here !== null && there !== null && heightOf(there) > heightOf(here)) return `${here} lies below ${there}`;
  if (screenOf(file) !== null && to === 'screen' && screenOf(file) !== screenOf(target))
    return 'a screen imports no other screen';
  return null;
}

/** What a module imports against the rules, in words. */
export function forbiddenImports(file: string, imports: readonly Import[]): string[] {
  return imports.flatMap(({ target }) => {
    const why = objection(file, target);
    return why === null ? [] : [`${file} imports ${target}: ${why}`];
  });
}

/** The circles among modules, each once, as the files on the way; imports of types alone count. */
export function circles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const walk = (file: string, way: string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) {
      const circle = way.slice(at);
      found.set(circle.toSorted().join(' '), circle);
      return;
    }
    if (done.has(file)) return;
    for (const { target } of graph.get(file) ?? []) if (graph.has(target)) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return [...found.values()];
}

/** The import graph of source files. */
export function readGraph(files: readonly string[]): Map<string, Import[]> {
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
}
