import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '#tests/hosted/statements.ts';

describe('the statements of a migration', () => {
  it('end at the semicolons outside of strings, names, dollar quotes and comments', () => {
    const pieces = [
      "insert into a values ('x;y''; z', \"q;r\")",
      'create function f() returns void language sql as $$ select 1; select 2; $$',
      "do $body$ begin perform '$$'; end $body$",
      "select e'it\\'s; here', U&'a;b' -- no; end\n, 2 /* nor; here */",
      'select $1',
    ];
    expect(statementsOf(pieces.map((piece) => `${piece};\n`).join(''))).toEqual(pieces);
  });

  it('are none if there are only comments, and end with the file', () => {
    expect(statementsOf('-- nothing; at all\n ; ;\n/* ; */')).toEqual([]);
    expect(statementsOf('select 1;\nselect 2')).toEqual(['select 1', 'select 2']);
  });

  it('contain every word of our migrations', () => {
    const folder = new URL('../../supabase/migrations/', import.meta.url);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const normalizeSql = (sql: string) =>
        sql
          .replace(/--[^\n]*/g, '')
          .replace(/[;\s]+/g, ' ')
          .trim();
      expect(normalizeSql(statementsOf(text).join(';\n'))).toBe(normalizeSql(text));
    }
  });
});
