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

/** The faults in which the backend refuses with a status. */
const REFUSED: ReadonlySet<Column> = new Set(['500', '429', 'token expired']);

/** The title of a cell's test. */
export const titleOf = (row: string, column: string): string => `${row} × ${column}`;

/**
 * The cells that differ in kind: one for each pair of a flow and a fault (refusals by a status are one), from the row that has fewest so
 * far, each cell that is written by hand, and one for each row and each column at least. `npm test` runs these, `npm run test:all` all.
 */
export function differInKind(table: Table, kindOf: (cell: object) => string | null): ReadonlySet<string> {
  const chosen = new Set<string>();
  const taken = new Map<string, number>(ROWS.map((row) => [row, 0]));
  const choose = (row: string, column: string): void => {
    chosen.add(titleOf(row, column));
    taken.set(row, taken.get(row)! + 1);
  };
  const rowsOf = new Map<string, [RowName, Column][]>();
  for (const row of ROWS)
    for (const column of COLUMNS) {
      const cell = table[row][column];
      if (typeof cell === 'string') continue;
      const kind = kindOf(cell);
      if (kind === null) choose(row, column);
      else {
        const pair = `${kind} × ${REFUSED.has(column) ? 'refused' : column}`;
        rowsOf.set(pair, [...(rowsOf.get(pair) ?? []), [row, column]]);
      }
    }
  for (const cells of rowsOf.values()) {
    const fewest = Math.min(...cells.map(([row]) => taken.get(row)!));
    const rarest = cells.filter(([row]) => taken.get(row) === fewest);
    // The last of them: a row's later status is the one that another pair has not taken.
    choose(...rarest.at(-1)!);
  }
  for (const row of ROWS) {
    const column = COLUMNS.find((one) => typeof table[row][one] !== 'string');
    if (taken.get(row) === 0 && column !== undefined) choose(row, column);
  }
  for (const column of COLUMNS) {
    if ([...chosen].some((title) => title.endsWith(`× ${column}`))) continue;
    const row = ROWS.findLast((one) => typeof table[one][column] !== 'string');
    if (row !== undefined) choose(row, column);
  }
  return chosen;
}
