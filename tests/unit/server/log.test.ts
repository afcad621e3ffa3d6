import { afterEach, expect, it } from 'vitest';
import { toPostgrestError } from '#local/data/databaseErrors.ts';
import { keepDataOutOfTheLog, printable } from '#local/log.ts';

const print = console.error;
afterEach(() => {
  console.error = print;
});

it('the log of the backend has our defects, in one line each, and no answers to callers', () => {
  const lines: unknown[][] = [];
  console.error = (...args: unknown[]) => void lines.push(args);
  keepDataOutOfTheLog();
  const refusalError = (code: string, more: object = {}) =>
    Object.assign(new Error(`about ${code}`), { severity: 'ERROR', code, parameters: ['ada@example.com'], ...more });
  // Columns, functions and operators that a query made up; data that does not fit; rights; refusals of ours.
  for (const code of ['42703', '42883', '42P01', '42601', '22P02', '23514', '42501', 'P0001', 'PT429'])
    console.error(refusalError(code));
  for (const words of [
    'failed to parse filter (x)',
    'failed to parse logic tree ((and(',
    'Invalid filter expression: ""',
    'Expected identifier at position 0',
    'Expected "," at position 3',
  ]) {
    const refusal = toPostgrestError(new Error(words)) as { code: string; message: string };
    expect(JSON.parse(refusal.message)).toMatchObject({ code: 'PGRST100', message: words });
    console.error(refusal);
  }
  expect(lines).toEqual([]);
  // The same code from a function of the database is a defect, and so is a failure of Postgres itself.
  console.error(refusalError('42703', { where: 'PL/pgSQL function public.create_share(jsonb,text) line 9' }));
  console.error(refusalError('53100'), { sql: 'select 1', parameters: ['ada@example.com'] });
  expect(lines).toEqual([['Postgres: 42703 about 42703'], ['Postgres: 53100 about 53100']]);
  console.error('Anything else', 1);
  expect(lines.at(-1)).toEqual(['Anything else', '1']);
  // No escape sequence reaches the terminal.
  console.error('x\u001b[2J', new Error('y\u001b[2J'), { z: '\u001b[2J' });
  console.error(refusalError('53100', { message: 'w\u001b[2J' }));
  console.error(Object.assign(new Error('v\u001b[2J'), { code: 'ENOSPC' }));
  expect(lines).toHaveLength(6);
  expect(JSON.stringify(lines.slice(3))).not.toContain('\\u001b');
  // A caller's text begins no new line, is cut, and has no stack; a 404 is an answer.
  console.error(new Error(`no table a\nADMIN logged in ${'x'.repeat(6000)}`), { path: 'b\nADMIN' });
  expect(lines.at(-1)!.join(' ')).toMatch(
    /^Error: no table a\\u\{a\}ADMIN logged in x{400,500} \.\.\. \{ path: 'b\\nADMIN' \}$/,
  );
  console.error(Object.assign(new Error('not there'), { status: 404 }));
  console.error(Object.assign(new Error('not there'), { code: 'PGRST205' }));
  console.error(Object.assign(new Error('malformed array literal: "Ada"'), { code: '22P02' }));
  expect(lines).toHaveLength(7);
});

it.each([
  ['"a\u001b]0;pwn\u0007"@x.yz', '"a\\u{1b}]0;pwn\\u{7}"@x.yz'],
  ['a\r\nMail for root', 'a\\u{d}\\u{a}Mail for root'],
  ['\u009b2J', '\\u{9b}2J'],
  ['\u202eevil', '\\u{202e}evil'],
  ['Ada é 🌿 עברית', 'Ada é 🌿 עברית'],
])("%j is escaped for the operator's terminal", (text, line) => expect(printable(text)).toBe(line));
