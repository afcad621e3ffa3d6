import { COLUMNS, type Column } from './columns.ts';
import type { Stage } from './stage.ts';

/** What a person does. */
export const ROWS = [
  'record',
  'stop',
  'upload',
  'process',
  'results',
  'save',
  'publish',
  'share',
  'submit',
  'preorder',
  'contact',
  'sign up',
  'log in',
  'photo',
  'delete account',
] as const;
type RowName = (typeof ROWS)[number];

/** A test, or why there can be none, in words. */
export type Cell = ((stage: Stage) => Promise<void>) | string;
export type Cells = Readonly<Record<Column, Cell>>;
export type Table = Readonly<Record<RowName, Cells>>;

/** Shortest reason that is one. */
const REASON = 20;

/** The cells that are neither tested nor have a reason. */
export function emptyCells(table: Partial<Record<string, Partial<Record<string, unknown>>>>): string[] {
  return ROWS.flatMap((row) =>
    COLUMNS.filter((column) => {
      const cell = table[row]?.[column];
      return !(typeof cell === 'function' || (typeof cell === 'string' && cell.length >= REASON));
    }).map((column) => `${row} × ${column}`),
  );
}

/** The title of a cell's test. */
export const titleOf = (row: string, column: string): string => `${row} × ${column}`;

/**
 * The cells that differ in kind: each that is written by hand, and so few others that each flow and each fault is among them, from rows
 * that have none so far where there are such. `npm test` runs these, `npm run test:all` all.
 */
export function differInKind(table: Table, kindOf: (cell: object) => string | null): ReadonlySet<string> {
  const cells = ROWS.flatMap((row) =>
    COLUMNS.flatMap((column) => {
      const cell = table[row][column];
      return typeof cell === 'string' ? [] : [{ row, column, kind: kindOf(cell) }];
    }),
  );
  const chosen = new Set<string>();
  const seen = new Set<string>();
  const choose = ({ row, column, kind }: (typeof cells)[number]): void => {
    chosen.add(titleOf(row, column));
    for (const one of [row, column, kind]) if (one !== null) seen.add(one);
  };
  for (const cell of cells) if (cell.kind === null) choose(cell);
  const isNew = (one: string | null): number => (one === null || seen.has(one) ? 0 : 1);
  for (;;) {
    const brings = ({ row, column, kind }: (typeof cells)[number]): number =>
      isNew(kind) + isNew(column) === 0 ? 0 : 2 * (isNew(kind) + isNew(column)) + isNew(row);
    const most = cells.toSorted((a, b) => brings(b) - brings(a))[0];
    if (most === undefined || brings(most) === 0) return chosen;
    choose(most);
  }
}
