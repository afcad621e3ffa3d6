import manifest from '../package.json' with { type: 'json' };

/** Target of each `#` prefix, from the root: `#core/` leads to `src/core/`. */
const PATH_PREFIXES = Object.entries(manifest.imports).map(
  ([from, to]) => [from.replace('*', ''), to.replace(/^\.\/|\*$/g, '')] as const,
);

/** The path of a `#` import from the root. @throws Error when package.json does not list its prefix */
export function pathOf(specifier: string): string {
  const prefix = PATH_PREFIXES.find(([from]) => specifier.startsWith(from));
  if (prefix === undefined) throw new Error(`package.json lists no "imports" for ${specifier}.`);
  return prefix[1] + specifier.slice(prefix[0].length);
}
