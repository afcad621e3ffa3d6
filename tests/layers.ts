import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';
import { pathOf } from '#pwa/importPaths.ts';

/**
 * Rules of imports between layers, for static and dynamic imports and for imports of types alike: imports run down the
 * layers, between features also down the list of features, and nothing goes in a circle. Screens are above all
 * features.
 */

/** The features from the bottom up: each may use those before it. docs/architecture.md draws them. */
const FEATURES = 'moderation session outbox fragrance instruments create share community members'.split(' ');

/**
 * From the bottom to the top: a layer, the paths of its modules, the other layers that it may import, and the packages
 * that it may not import, or behind `only` those that it may. A module belongs to the first layer that its path
 * matches.
 *
 * The engine (`pitch`, `analysis`) is a package, which its build puts together with the capture worklet. `common` is
 * what the app and the functions share: a hosted project bundles a function with what is below supabase/functions
 * alone. `values` and `domain` are pure rules; Zod is what the schemas of values from outside are made of. `components`
 * is what screens of several features show, without state.
 */
const LAYERS = `
pitch          | workers/analysis/values/           |  | only
worklets       | worklets/                          |  | only
analysis       | workers/analysis/(?!build/)        | pitch worklets | only comlink meyda virtual:kernels
service-worker | service-worker/                    |  | react valtio tone @supabase
common         | supabase/functions/_shared/common/ |  | only
functions      | supabase/functions/                | common | only npm:.* jsr:.*
values         | src/core/(values|schema)/          | common pitch | only zod/mini
domain         | src/features/*/domain/             | pitch values common | only zod/mini
workers        | workers/                           | values domain | react valtio tone @supabase
core           | src/core/                          | pitch values common worklets service-worker | react tone wouter sonner @radix-ui comlink
ui             | src/ui/                            | pitch values core | tone @supabase valtio sonner
audio          | src/features/*/audio/              | pitch values common core domain analysis workers worklets | react valtio wouter sonner @radix-ui @supabase
backend        | src/features/*/backend/            | pitch values common core domain | react valtio tone wouter sonner @radix-ui
state          | src/features/*/state/              | pitch values core domain audio backend analysis workers common | react tone wouter sonner @radix-ui @supabase
components     | src/features/*/components/         | pitch values core ui domain | tone @supabase valtio sonner comlink idb
screen         | src/screens/                       | pitch values core ui domain state components | tone @supabase comlink idb
app            | (src/app/|src/main.ts$)            | pitch values core ui domain state components screen service-worker | tone @supabase comlink idb
`
  .trim()
  .split('\n')
  .map((row) => {
    const [name, path, imports, packages] = row.split(' | ').map((cell) => cell.trim()) as [
      string,
      string,
      string,
      string,
    ];
    const listed = packages.split(' ').filter((word) => word !== 'only');
    return {
      name,
      path: new RegExp(`^${path.replace('*', '[^/]+')}`),
      imports: imports.split(' '),
      without: new RegExp(
        packages.startsWith('only') ? `^(?!(${listed.join('|')})$)` : `^(${listed.join('|')})([/-]|$)`,
      ),
    };
  });

/**
 * The imports of a module, types and dynamic imports included: paths from the root, and names of packages.
 * @throws Error when a `#` path leads nowhere
 */
export function importsOf(file: string, source: string): string[] {
  const { staticImports, staticExports } = parseSync(file, source).module;
  const found = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    // Dynamic imports, types that are named in place, and workers and worklets, which are named by URL.
    ...Array.from(source.matchAll(/\bimport\('([^']+)'\)/g), (match) => match[1]!),
    ...Array.from(source.matchAll(/new URL\('(\.[^']+\.tsx?)', import\.meta\.url\)/g), (match) => match[1]!),
  ].map((specifier) => specifier.replace(/\?.*$/, ''));
  return found.map((plain) =>
    plain.startsWith('#') ? pathOf(plain) : plain.startsWith('.') ? normalize(join(dirname(file), plain)) : plain,
  );
}

const layerOf = (file: string) => LAYERS.find(({ path }) => path.test(file));
const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)\//.exec(file)?.[1];
const screenOf = (file: string): string | undefined => /^src\/screens\/([^/]+)\//.exec(file)?.[1];

/** Reason for which a module may not import another; null if it may. */
function objection(file: string, target: string): string | null {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === undefined) return 'the module is in no layer';
  if (to === undefined)
    return from.without.test(target) && !target.startsWith('.') ? 'the package is not for here' : null;
  if (from !== to && !from.imports.includes(to.name)) return `${from.name} does not know ${to.name}`;
  const [here, there] = [featureOf(file), featureOf(target)];
  for (const feature of [here, there])
    if (feature !== undefined && !FEATURES.includes(feature)) return `${feature} is not in the list of features`;
  if (here && there && FEATURES.indexOf(there) > FEATURES.indexOf(here)) return `${here} lies below ${there}`;
  const [screen, other] = [screenOf(file), screenOf(target)];
  return screen && to.name === 'screen' && screen !== other ? 'a screen imports no other screen' : null;
}

/** The forbidden imports of a module, in words. */
export function forbiddenImports(file: string, imports: readonly string[]): string[] {
  return imports.flatMap((target) => {
    const why = objection(file, target);
    return why === null ? [] : [`${file} imports ${target}: ${why}`];
  });
}

/** The circles among modules, each once, as the files on the way; imports of types alone count. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const walk = (file: string, way: string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) {
      const circle = way.slice(at);
      found.set(circle.toSorted().join(' '), circle);
    } else if (!done.has(file)) {
      for (const target of graph.get(file) ?? []) if (graph.has(target)) walk(target, [...way, file]);
      done.add(file);
    }
  };
  for (const file of graph.keys()) walk(file, []);
  return [...found.values()];
}
