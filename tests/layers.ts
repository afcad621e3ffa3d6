import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';

/** Which part of the app may import which: the rules that the architecture is made of, for static and dynamic imports alike. */

interface Layer {
  /** The folder it is, from the root. */
  folder: string;
  /** Folders that it may import besides itself. */
  imports: readonly string[];
  /** Packages that it may not import. */
  without: RegExp;
}

const NO_PRODUCT = /^(react(-dom)?|valtio|tone|wouter|sonner|@radix-ui|@supabase|comlink)(\/|$)/;

export const LAYERS: readonly Layer[] = [
  { folder: 'worklets', imports: [], without: /./ },
  { folder: 'service-worker', imports: [], without: /^(react|valtio|tone|@supabase)/ },
  { folder: 'workers', imports: ['worklets', 'src/domain'], without: /^(react|valtio|tone|@supabase)/ },
  // Zod is what the schemas of values from outside are made of; it knows nothing of browsers.
  { folder: 'src/domain', imports: [], without: /^(?!zod\/mini$)/ },
  { folder: 'src/core', imports: ['src/domain', 'service-worker'], without: NO_PRODUCT },
  {
    folder: 'src/audio',
    imports: ['src/core', 'src/domain', 'workers', 'worklets'],
    without: /^(react(-dom)?|valtio|wouter|sonner|@radix-ui|@supabase)(\/|$)/,
  },
  {
    folder: 'src/backend',
    imports: ['src/core', 'src/domain'],
    without: /^(react(-dom)?|valtio|tone|wouter|sonner|@radix-ui)(\/|$)/,
  },
  // A hosted project bundles a function with what is below this folder alone.
  { folder: 'supabase/functions', imports: [], without: /^(?!(npm|jsr):)/ },
  {
    folder: 'src/state',
    imports: ['src/audio', 'src/backend', 'src/core', 'src/domain', 'workers', 'supabase/functions/_shared'],
    without: /^(react(-dom)?|tone|wouter|sonner|@radix-ui|@supabase)(\/|$)/,
  },
  { folder: 'src/ui', imports: ['src/core', 'src/domain'], without: /^(tone|@supabase|valtio|sonner)(\/|$)/ },
  {
    folder: 'src/screens',
    imports: ['src/state', 'src/ui', 'src/core', 'src/domain'],
    without: /^(tone|@supabase|comlink|idb)(\/|$)/,
  },
  {
    folder: 'src/app',
    imports: ['src/screens', 'src/state', 'src/ui', 'src/core', 'src/domain', 'service-worker'],
    without: /^(tone|@supabase|comlink|idb)(\/|$)/,
  },
];

/** Files beside each other that one still takes in. */
const MAX_FILES = 16;

export interface Import {
  /** File or package name. */
  target: string;
}

const isRelative = (specifier: string): boolean => specifier.startsWith('.');

/** The imports of a module, those of types and dynamic ones included; those of files as paths from the root. */
export function importsOf(file: string, source: string): Import[] {
  const { module } = parseSync(file, source);
  const found: Import[] = [];
  const add = (specifier: string) => {
    const plain = specifier.replace(/\?.*$/, '');
    found.push({ target: isRelative(plain) ? normalize(join(dirname(file), plain)) : plain });
  };
  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) add(moduleRequest.value);
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = /^['"]([^'"]+)['"]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (specifier !== undefined) add(specifier);
  }
  // Workers and worklets are named by URL.
  for (const [, specifier] of source.matchAll(/new URL\('(\.[^']+\.tsx?)', import\.meta\.url\)/g)) add(specifier!);
  return found;
}

const inside = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

/** The screen that a file belongs to, or null. */
const screenOf = (file: string): string | null => /^src\/screens\/([^/]+)\//.exec(file)?.[1] ?? null;

/** What a module imports that its layer does not know, in words. */
export function upwardImports(file: string, imports: readonly Import[]): string[] {
  const layer = LAYERS.find(({ folder }) => inside(file, folder));
  if (layer === undefined) return [];
  return imports
    .filter(({ target }) => {
      if (!/^(src|workers|worklets|service-worker|supabase)\//.test(target)) return layer.without.test(target);
      if (screenOf(file) !== null && screenOf(target) !== null) return screenOf(file) !== screenOf(target);
      return !inside(target, layer.folder) && !layer.imports.some((folder) => inside(target, folder));
    })
    .map(({ target }) => `${file} imports ${target}`);
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

/** Folders with more files than one takes in. */
export function crowdedFolders(files: readonly string[], max = MAX_FILES): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > max).map(([folder, count]) => `${folder}: ${count}`);
}

/** The import graph of source files. */
export function readGraph(files: readonly string[]): Map<string, Import[]> {
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
}
