import { describe, expect, it } from 'vitest';
import { csvCell, csvLines } from './csv.ts';
import { exportName, exportText } from './exported.ts';
import type { ItemOf } from './rows.ts';

const message: ItemOf<'message'> = {
  kind: 'message',
  id: 'a1',
  at: '2026-01-02T03:04:05.000Z',
  state: 'new',
  note: '',
  name: '=1+1',
  email: 'ada@example.com',
  message: 'Hello,\n"world"',
  member: null,
};

describe('a cell', () => {
  it('never begins as a formula, also behind blanks and in full width', () => {
    for (const text of [
      '=1+1',
      '+49 30',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '\u00A0=1',
      '\uFEFF=1',
      '＝1',
      '＋1',
      '－1',
      '＠A',
      '\r=1',
      '\n=1',
      '\tA',
    ])
      expect(csvCell(text)).toMatch(/^"?'/);
    for (const text of ['a=1', '1-1', 'ada@example.com', "O'Hara", '']) expect(csvCell(text)).not.toMatch(/^"?'/);
  });

  it('keeps numbers, and names nothing as nothing', () => {
    expect([-1, 3, true, null, undefined].map(csvCell)).toEqual(['-1', '3', 'true', '', '']);
  });

  it('is quoted where it has to be, so that it stays one cell', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('say "no"')).toBe('"say ""no"""');
    expect(csvCell('a\r\nb')).toBe('"a\r\nb"');
    // Some spreadsheets divide at semicolons.
    expect(csvCell('a;=1')).toBe('"a;=1"');
    expect(csvCell({ a: [1, '='] })).toBe('"{""a"":[1,""=""]}"');
    expect(
      csvLines([
        ['a', 1],
        ['b', null],
      ]),
    ).toBe('a,1\r\nb,\r\n');
  });
});

describe('an exported list', () => {
  it('has the columns of the contract, in a table and in JSON', () => {
    expect(exportText('message', [message], 'csv')).toBe(
      '\uFEFFid,at,state,note,name,email,message,member\r\n' +
        `a1,2026-01-02T03:04:05.000Z,new,,"'=1+1",ada@example.com,"Hello,\n""world""",\r\n`,
    );
    const { kind: _kind, ...record } = message;
    expect(JSON.parse(exportText('message', [message], 'json'))).toEqual([record]);
    expect(exportText('log', [], 'csv')).toMatch(/^\uFEFFid,at,actor,actor_email,act,/);
    expect(exportText('fragrance', [], 'csv')).not.toContain('look');
  });

  it('has a file with the name of the list and the day', () => {
    expect(exportName('order', 'csv', new Date('2026-01-31T10:00:00Z'))).toBe('accord-orders-2026-01-31.csv');
    expect(exportName('log', 'json', new Date('2026-01-31T10:00:00Z'))).toBe('accord-log-2026-01-31.json');
  });
});
