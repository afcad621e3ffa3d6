/**
 * Which questions the tables and functions take. PostgREST puts the caller's operators into statements, and some of them, a
 * regular expression with references for one, compute for as long as the caller likes. The app asks for whole columns of rows
 * with a given value, in order, page by page; the API takes that and nothing else, in whatever spelling.
 */

/** What a caller reads who asks for something else, in the form of PostgREST's own parser. */
const unreadable = (what: string, value: string) =>
  `"failed to parse ${what} (${value.slice(0, 100)})" (line 1, column 1)`;

/** Columns of a relation, all (`*`) or some: nothing embedded, renamed, converted, counted or reached into. */
const COLUMNS = /^(\*|"?\w+"?)(,(\*|"?\w+"?))*$/;
const ORDER = /^\w+(\.(asc|desc))?(\.nulls(first|last))?(,\w+(\.(asc|desc))?(\.nulls(first|last))?)*$/;
const NUMBER = /^\d{1,9}$/;

/** Parameters that are no filters, and what each may hold. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  select: COLUMNS,
  columns: COLUMNS,
  on_conflict: COLUMNS,
  order: ORDER,
  limit: NUMBER,
  offset: NUMBER,
  apikey: /^/,
};

/** Equal to a value, or (not) nothing. */
const FILTER = /^(eq\.|not\.eq\.|is\.null$|not\.is\.null$)/;
/** What begins like an operator; as a function's argument such a text has to come in a body. */
const OPERATOR = /^\s*\w*(\(.*\))?\./;

/** What of a question to `/rest/v1` is not taken, in words; null when it may be asked. */
export function unknownQuestion({ pathname, searchParams }: URL, method: string): string | null {
  // The paths are read without their escapes further below, too.
  const calls = /^\/rest\/v1\/+rpc(\/|$)/.test(decodeURIComponent(pathname));
  for (const [name, value] of searchParams) {
    const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
    if (shape) {
      // Twice the same: who reads the first and who the last differ.
      if (searchParams.getAll(name).length > 1 || !shape.test(value)) return unreadable(`${name} parameter`, value);
    } else if (!/^(?!(or|and)$)\w+$/i.test(name)) return unreadable('filter', name);
    else if (calls && /^(GET|HEAD)$/.test(method) ? OPERATOR.test(value) && !FILTER.test(value) : !FILTER.test(value))
      return unreadable('filter', value);
  }
  return null;
}
