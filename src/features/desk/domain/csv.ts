/*
 * Comma-separated values (RFC 4180). A spreadsheet takes a cell that begins with one of some characters as a formula,
 * and may send data away or start programs with it; the texts here are written by strangers.
 */

/** Characters that begin a formula in a spreadsheet, also after blanks and in their full width (OWASP, CSV injection). */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** A value as one cell. A text that a spreadsheet would compute gets an apostrophe in front, which makes it a text. */
export function csvCell(value: unknown): string {
  const text = textOf(value);
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;\t']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as lines, without the head. */
export function csvLines(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** U+FEFF in front: spreadsheets read a file as UTF-8 then. */
export const BYTE_ORDER_MARK = '\uFEFF';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value) ?? '';
}
