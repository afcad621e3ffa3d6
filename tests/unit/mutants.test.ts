import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from '../mutants/list/index.ts';
import { SHORT_PATIENCE, titlesOf } from '../mutants/mutant.ts';

const MIGRATIONS = 'supabase/migrations';

/**
 * The function of a migration whose body has a text, with its schema; null for what stands in none, and for one that the
 * migration calls itself, which has then done its work.
 */
function functionAround(sql: string, text: string): string | null {
  const before = sql.slice(0, sql.indexOf(text));
  const begun = [...before.matchAll(/^create (?:or replace )?function ([\w.]+)\(/gm)].at(-1);
  if (begun === undefined || before.slice(begun.index).includes('\n$$;')) return null;
  return sql.includes(`\nselect ${begun[1]}(`) ? null : begun[1]!;
}

describe('the list of mutants', () => {
  it('has sixty-six of different names, spread over the product', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(66);
    expect(MUTANTS).toHaveLength(66);
    expect(MUTANTS.filter(({ caughtBy }) => caughtBy.suite === 'e2e').length).toBeLessThanOrEqual(8);
  });

  it('shortens the patience of the suite', () => {
    expect(readFileSync(SHORT_PATIENCE.file, 'utf8').split(SHORT_PATIENCE.find)).toHaveLength(2);
  });

  it.each(MUTANTS)('$name changes what stands once in its file, and its test is there', (mutant) => {
    const { file, find, replace, caughtBy } = mutant;
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    const tests = readFileSync(caughtBy.file, 'utf8');
    for (const title of titlesOf(caughtBy)) expect(tests).toContain(title);
  });

  const inMigrations = MUTANTS.filter(({ file }) => file.startsWith(MIGRATIONS));
  it.each(inMigrations)('$name changes the newest version of its function', ({ file, find }) => {
    const changed = functionAround(readFileSync(file, 'utf8'), find);
    const later = readdirSync(MIGRATIONS).filter((other) => other > basename(file));
    const again = later.filter((other) => {
      const sql = readFileSync(`${MIGRATIONS}/${other}`, 'utf8');
      return changed !== null && new RegExp(`^create (or replace )?function ${changed}\\(`, 'm').test(sql);
    });
    expect(again).toEqual([]);
  });
});
