/**
 * Limits the queries on tables and functions. PostgREST puts the caller's operators into statements, and some of them,
 * such as a regular expression with back-references, compute as long as the caller likes. The app asks for whole columns
 * of rows with a given value, in order, page by page; the API accepts only that, in any spelling.
 */

/** The refusal of any other query, in the form of PostgREST's own parser. */
const unreadable = (what: string, value: string) =>
  `"failed to parse ${what} (${value.slice(0, 100)})" (line 1, column 1)`;

/** Columns of a relation, all (`*`) or some; no embedding, renaming, casting, aggregates or JSON paths. */
const COLUMNS = /^(\*|"?\w+"?)(,(\*|"?\w+"?))*$/;
const ORDER = /^\w+(\.(asc|desc))?(\.nulls(first|last))?(,\w+(\.(asc|desc))?(\.nulls(first|last))?)*$/;
const NUMBER = /^\d{1,9}$/;

/** Parameters that are no filters, with their allowed values. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  select: COLUMNS,
  columns: COLUMNS,
  on_conflict: COLUMNS,
  order: ORDER,
  limit: NUMBER,
  offset: NUMBER,
  apikey: /^/,
};

/** Equal or not equal to a value, null or not null. */
const FILTER = /^(eq\.|not\.eq\.|is\.null$|not\.is\.null$)/;
/** A text that starts like an operator; as a function's argument it has to be sent in a body. */
const OPERATOR = /^\s*\w*(\(.*\))?\./;

/** The unsupported part of a query to `/rest/v1`, in words; null when the query is allowed. */
export function unknownQuestion({ pathname, searchParams }: URL, method: string): string | null {
  // The layers below decode paths as well.
  const calls = /^\/rest\/v1\/+rpc(\/|$)/.test(decodeURIComponent(pathname));
  for (const [name, value] of searchParams) {
    const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
    if (shape) {
      // Refuse duplicates: some readers take the first value, some the last.
      if (searchParams.getAll(name).length > 1 || !shape.test(value)) return unreadable(`${name} parameter`, value);
    } else if (!/^(?!(or|and)$)\w+$/i.test(name)) return unreadable('filter', name);
    else if (calls && /^(GET|HEAD)$/.test(method) ? OPERATOR.test(value) && !FILTER.test(value) : !FILTER.test(value))
      return unreadable('filter', value);
  }
  return null;
}
