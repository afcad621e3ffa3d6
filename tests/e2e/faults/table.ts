import { COLUMNS, type Column } from './columns.ts';
import type { Stage } from './stage.ts';

/** Actions of a person, the rows of the table. */
export const ACTION_ROWS = [
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
type RowName = (typeof ACTION_ROWS)[number];

/** A test, or why there can be none, in words. */
export type Cell = ((stage: Stage) => Promise<void>) | string;
export type Cells = Readonly<Record<Column, Cell>>;
export type Table = Readonly<Record<RowName, Cells>>;

/** Shortest reason that is one. */
const MIN_REASON_LENGTH = 20;

/** The cells that are neither tested nor have a reason. */
export function emptyCells(table: Partial<Record<string, Partial<Record<string, unknown>>>>): string[] {
  return ACTION_ROWS.flatMap((row) =>
    COLUMNS.filter((column) => {
      const cell = table[row]?.[column];
      return !(typeof cell === 'function' || (typeof cell === 'string' && cell.length >= MIN_REASON_LENGTH));
    }).map((column) => `${row} × ${column}`),
  );
}

/** The title of a cell's test. */
export const titleOf = (row: string, column: string): string => `${row} × ${column}`;
