/** Questions to tables: filters and shapes that a reader may take for a pattern, a list or another name. */
import * as fc from 'fast-check';
import { escapePath, mixed, nastyText, splitWords } from './values.ts';

/** Every operator that PostgREST has, and some that it has not. */
const OPERATORS =
  splitWords(`eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxl nxr adj fts plfts phfts wfts not
  or and all between ~ $regex`);

/** Long values. None is a regular expression that computes for ever: PGlite cannot interrupt a statement. */
const LONG_VALUES = [`{${'"a",'.repeat(300)}"a"}`, `(${'a,'.repeat(300)}a)`, 'a & !(b | c) <-> d'.repeat(50)];

/** Spellings of a text that a parser may read differently: with escapes, in capitals, with white space. */
function disguise(text: string): fc.Arbitrary<string> {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return mixed(
    [4, fc.constant(escapePath(text))],
    [1, fc.constant(escapePath(text).replace(/[a-z]/, hex))],
    [1, fc.constant(escapePath(text.toUpperCase()))],
    [1, fc.constantFrom('%20', '+', '%09', '%0a', '%00', '%EF%BB%BF').map((space) => space + escapePath(text))],
  );
}

const condition = fc
  .tuple(
    fc.constantFrom('', '', 'not.', 'not.not.'),
    fc.constantFrom(...OPERATORS),
    fc.constantFrom('', '', '(any)', '(all)', '(english)', '()'),
    fc.oneof(fc.constantFrom(...LONG_VALUES, '(', '{'), nastyText),
  )
  .map(([not, operator, modifier, value]) => `${not}${operator}${modifier}.${value}`);

/** One part of a question about these columns, in a spelling that the API might read. */
function partOf(columns: readonly string[]): fc.Arbitrary<string> {
  const column = fc.constantFrom(...columns);
  const end = fc.constantFrom('->x', '->>x', '::text', '->0->>a', '(x)', '.x');
  const name = mixed(
    [4, column],
    [2, fc.tuple(column, end).map((both) => both.join(''))],
    [1, column.map((of) => `"${of}"`)],
    [1, column.map((of) => `recordings.${of}`)],
  );
  const plain = fc.tuple(mixed([9, name], [1, fc.constantFrom('select', 'columns', 'and')]), condition);
  const inner = fc.array(fc.tuple(name, condition), { minLength: 1, maxLength: 3 });
  const list = inner.map((pairs) => `(${pairs.map((both) => both.join('.')).join()})`);
  const logic = fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and', 'recordings.or'), list);
  const shapes = '*,recordings(*)|...recordings(*)|x:name|count()|name.sum()|name.desc.nullslast|-1'.split('|');
  const shape = fc.tuple(
    fc.constantFrom('select', 'order', 'columns', 'on_conflict', 'limit', 'offset'),
    fc.oneof(name, fc.constantFrom(...shapes), nastyText),
  );
  const spelled = mixed([4, plain], [2, logic], [1, shape]).chain(([left, right]) =>
    fc.tuple(disguise(left), disguise(right)).map((both) => both.join('=')),
  );
  // Requests that are too wide, or too deep.
  const wide =
    splitWords(`select=${Array(1700).fill(columns[0]).join()} select=${'a('.repeat(60)} limit=${'9'.repeat(30)} offset=-1 order=.desc..
    or=(${'and('.repeat(80)}`);
  return mixed([9, spelled], [1, fc.constantFrom(...wide)]);
}

/** The results of functions are queried like a table. */
const columns = splitWords('share_id name description top_notes view_count');
export const RETURNED_PATHS = splitWords(
  'rpc/get_share rpc/public_fragrances rpc/own_shares %72pc/get_share /rpc/get_share',
).map((path) => ({ path, columns }));

/** Addresses with a query for a table, a view or the result of a function. */
export const questions = (path: string, columns: readonly string[]): fc.Arbitrary<string> =>
  fc.array(partOf(columns), { maxLength: 3 }).map((parts) => `/rest/v1/${path}?${parts.join('&')}`);
