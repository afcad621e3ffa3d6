import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';

/** Folder of the inline scripts. */
const INLINE_FOLDER = 'src/app/first/inline';

/**
 * A script of src/app/first/inline as JavaScript to be written into the page.
 *
 * @throws Error when it cannot be compiled.
 */
export async function inlineScript(root: string, name: 'askForParts' | 'showFirst'): Promise<string> {
  const file = join(root, INLINE_FOLDER, `${name}.ts`);
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { target: 'es2022', sourcemap: false });
  const { code: small, errors } = await minify(`${name}.js`, code, { module: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return small.trim();
}
