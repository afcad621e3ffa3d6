import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The next version of the app, for the tests of its effect on pages of the old one. */

/** Text on its screen About. */
export const NEXT_BUILD_WORDS = 'the next version of Accord';

/** The chunks that differ, and how. */
const CHUNK_CHANGES: readonly [chunk: RegExp, from: string, to: string][] = [
  [/^About-/, 'You speak or sing', `${NEXT_BUILD_WORDS}: You speak or sing`],
  [/^requests-/, 'Sending...', 'Sending ...'],
];

/** The name of a file whose content is another one. */
const nextName = (name: string): string => name.replace(/(\.\w+)$/, 'next$1');

/**
 * Makes the next version of the build in `dist/`: one screen and one dialog have other words, and they and all that
 * load them have new names, as if it had been built from other sources.
 */
export function makeNext(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync('dist', folder, { recursive: true });
  const assets = join(folder, 'assets');
  const texts = new Map<string, string>();
  const changed = new Set<string>();
  for (const name of readdirSync(assets).filter((one) => one.endsWith('.js'))) {
    let text = readFileSync(join(assets, name), 'utf8');
    for (const [chunk, from, to] of CHUNK_CHANGES) {
      if (!chunk.test(name)) continue;
      if (!text.includes(from)) throw new Error(`${name} does not say "${from}" any more.`);
      text = text.replaceAll(from, to);
      changed.add(name);
    }
    texts.set(name, text);
  }
  if (changed.size !== CHUNK_CHANGES.length) throw new Error(`Only ${[...changed].join(', ')} could be changed.`);
  // A file that loads a renamed file gets a new name itself.
  for (let before = 0; before < changed.size;) {
    before = changed.size;
    for (const [name, text] of texts) if ([...changed].some((one) => text.includes(one))) changed.add(name);
  }
  const withNewNames = (text: string): string =>
    [...changed].reduce((before, name) => before.replaceAll(name, nextName(name)), text);
  for (const name of changed) {
    rmSync(join(assets, name));
    writeFileSync(join(assets, nextName(name)), withNewNames(texts.get(name)!));
  }
  for (const name of ['index.html', 'sw.js'])
    writeFileSync(join(folder, name), withNewNames(readFileSync(join(folder, name), 'utf8')));
}
