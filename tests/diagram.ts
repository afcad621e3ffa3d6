/** `npx tsx tests/diagram.ts` draws the features and what they use into docs/architecture.md, from the imports of the source. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { FEATURES, readGraph, type Import } from './layers.ts';

export const PAGE = 'docs/architecture.md';

/** What each box of the diagram is; `screens` and `core` stand around the list of features. */
const MEANINGS: Readonly<Record<'screens' | (typeof FEATURES)[number] | 'core', string>> = {
  screens: 'one folder per route',
  members: 'accounts, profile, log-in',
  community: 'store, playlist, orders, contact',
  share: 'link, picture, film, exported files',
  create: 'record, open, process',
  instruments: 'keyboard, MIDI, beats, takes, playback',
  fragrance: 'catalogue, flowers, words, saving',
  outbox: 'what waits for the connection',
  session: 'who is signed in, what this device owns',
  moderation: 'reports and refusals',
  core: 'scopes, storage, backend client, recordings, notices',
};
const BOXES: readonly (keyof typeof MEANINGS)[] = ['screens', ...FEATURES.toReversed(), 'core'];

const boxOf = (file: string): string | undefined =>
  /^src\/(?:features\/([^/]+)|(screens|core))\//
    .exec(file)
    ?.slice(1)
    .find((name) => name !== undefined);

/** The uses among boxes without those that others imply: an arrow means, uses it and everything below. */
function arrowsOf(graph: ReadonlyMap<string, readonly Import[]>): [from: string, to: string][] {
  const uses = new Map<string, Set<string>>(BOXES.map((box) => [box, new Set()]));
  for (const [file, imports] of graph) {
    const from = boxOf(file);
    for (const { target } of from === undefined ? [] : imports) {
      const to = boxOf(target);
      if (to !== undefined && to !== from) uses.get(from!)?.add(to);
    }
  }
  const reaches = (from: string, to: string): boolean =>
    [...uses.get(from)!].some((next) => next === to || reaches(next, to));
  return BOXES.flatMap((from) =>
    [...uses.get(from)!]
      .filter((to) => ![...uses.get(from)!].some((other) => other !== to && reaches(other, to)))
      .map((to): [string, string] => [from, to]),
  ).sort(
    ([a, b], [c, d]) =>
      BOXES.indexOf(a as never) - BOXES.indexOf(c as never) || BOXES.indexOf(b as never) - BOXES.indexOf(d as never),
  );
}

/** The page with the diagram of today's imports. */
export function withDiagram(page: string): string {
  const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).trim().split('\n');
  const graph = readGraph(files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)));
  const lines = [
    ...BOXES.map((box) => `  ${box}["${box}: ${MEANINGS[box]}"]`),
    ...arrowsOf(graph).map(([from, to]) => `  ${from} --> ${to}`),
  ];
  return page.replace(/(```mermaid\nflowchart TB\n)[^`]*(```)/, `$1${lines.join('\n')}\n$2`);
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, withDiagram(readFileSync(PAGE, 'utf8')));
