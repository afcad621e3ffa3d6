import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const ROOT = `${import.meta.dirname}/..`;
const taken = new Map<string, string>();

/**
 * The class of a name in a style sheet: the name and three letters for its file. The usual hash and line number are longer,
 * and every visit loads them twice, in scripts and in style sheets.
 * @throws Error if two files would share a class
 */
export function className(name: string, file: string): string {
  const sheet = relative(ROOT, file.replace(/\?.*$/, ''));
  const letters = BigInt(`0x${createHash('sha256').update(sheet).digest('hex').slice(0, 12)}`).toString(36);
  const scoped = `${name}_${letters.slice(-3)}`;
  const other = taken.get(scoped) ?? sheet;
  if (other !== sheet) throw new Error(`${sheet} and ${other} share the class ${scoped}: rename it in one of them.`);
  taken.set(scoped, sheet);
  return scoped;
}
