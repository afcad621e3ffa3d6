import { BYTE_ORDER_MARK, csvLines } from './csv.ts';
import { LIST_NAMES, type Kind } from './kinds.ts';
import { logSchema, ROW_SCHEMAS, type DeskItem, type LogEntry } from './rows.ts';

/* The files that a list is exported to. They have the columns of docs/desk.md under the names that stand there. */

export type ExportFormat = 'csv' | 'json';
/** A list of the desk, or its log. */
export type Listed = Kind | 'log';

/** Drawings are no data for a table. */
const LEFT_OUT = ['look'];

const snake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields of a list that are exported, in their order. */
function fieldsOf(list: Listed): string[] {
  const { shape } = list === 'log' ? logSchema : ROW_SCHEMAS[list];
  return Object.keys(shape).filter((field) => !LEFT_OUT.includes(field));
}

/** The text of the file. */
export function exportText(list: Listed, rows: readonly (DeskItem | LogEntry)[], format: ExportFormat): string {
  const fields = fieldsOf(list);
  const valuesOf = (row: DeskItem | LogEntry) => fields.map((field) => (row as Record<string, unknown>)[field]);
  if (format === 'csv') return BYTE_ORDER_MARK + csvLines([fields.map(snake), ...rows.map(valuesOf)]);
  const records = rows.map((row) =>
    Object.fromEntries(valuesOf(row).map((value, i) => [snake(fields[i]!), value ?? null])),
  );
  return `${JSON.stringify(records, null, 2)}\n`;
}

/** The name of the file: `accord-orders-2026-01-31.csv`. */
export function exportName(list: Listed, format: ExportFormat, today: Date): string {
  const name = list === 'log' ? 'log' : LIST_NAMES[list].toLowerCase();
  return `accord-${name}-${today.toISOString().slice(0, 10)}.${format}`;
}
