import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from '../mutants/list/index.ts';
import { SHORT_PATIENCE, titlesOf } from '../mutants/mutant.ts';

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
});
