import type { Plugin, Rolldown } from 'vite';
import { FIRST_CHUNKS } from './chunks.ts';

/** Files that a first recording needs, and that no script imports. */
const UNIMPORTED_PATTERN = /^assets\/((analysis\.worker|capture\.worklet|favicon)-|[\w-]+-latin-(?!ext-))/;

export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** All static imports of a chunk, then the chunk, with their style sheets. */
export function filesOf(chunk: Chunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const walk = (each: Chunk, visited: Set<Chunk>): void => {
    if (visited.has(each)) return;
    visited.add(each);
    for (const name of each.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') walk(imported as Chunk, visited);
    }
    found.add(each.fileName);
    for (const style of each.viteMetadata?.importedCss ?? []) found.add(style);
  };
  walk(chunk, new Set());
  return found;
}

/** Marks the files for the service worker that it fetches when it is installed; the others follow. */
export function firstFiles() {
  const needed = new Set<string>();
  const plugin: Plugin = {
    name: 'accord:first-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk');
      for (const name of FIRST_CHUNKS) {
        const parts = chunks.filter((chunk) => chunk.name === name);
        if (parts.length === 0) throw new Error(`The build has no file ${name}.`);
        for (const part of parts) filesOf(part, bundle, needed);
      }
    },
  };
  const mark = <T extends { url: string }>(entries: T[]) => ({
    manifest: entries.map((entry) =>
      needed.has(entry.url) || UNIMPORTED_PATTERN.test(entry.url) ? { ...entry, first: true } : entry,
    ),
  });
  return { plugin, mark };
}
