/** Questions with operators: what a reader of filters may take for a pattern, a list or another name. */
import * as fc from 'fast-check';
import type { Call, Callers } from './send.ts';
import { escaped, mixed, nastyText } from './values.ts';

/** Every operator that PostgREST has, and some that it has not. */
const OPERATORS =
  'eq neq gt gte lt lte like ilike match imatch is isdistinct in cs cd ov sl sr nxl nxr adj fts plfts phfts wfts not or and all between ~ $regex'.split(
    ' ',
  );

/** Long values. None is a regular expression that computes for ever: PGlite cannot interrupt a statement. */
const LONG = [`{${'"a",'.repeat(300)}"a"}`, `(${'a,'.repeat(300)}a)`, 'a & !(b | c) <-> d'.repeat(50)];

/** Spellings of a text that a parser may read differently: with escapes, in capitals, with white space. */
function disguised(text: string): fc.Arbitrary<string> {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return mixed(
    [4, fc.constant(escaped(text))],
    [1, fc.constant(escaped(text).replace(/[a-z]/, hex))],
    [1, fc.constant(escaped(text.toUpperCase()))],
    [1, fc.constantFrom('%20', '+', '%09', '%0a', '%00', '%EF%BB%BF').map((space) => space + escaped(text))],
  );
}

/** Questions with operators, to tables, views and what functions return, in every spelling that the API might read. */
export function operatorQuestions(
  tables: readonly { table_name: string; columns: string[] }[],
  callers: Callers,
): fc.Arbitrary<Call> {
  const target = fc.oneof(
    fc.constantFrom(...tables).map(({ table_name: name, columns }) => ({ path: name, columns })),
    fc
      .constantFrom('rpc/get_share', 'rpc/public_fragrances', 'rpc/own_shares', '%72pc/get_share', '/rpc/get_share')
      .map((path) => ({ path, columns: ['share_id', 'name', 'description', 'top_notes', 'view_count'] })),
  );
  const condition = fc
    .tuple(
      fc.constantFrom('', '', 'not.', 'not.not.'),
      fc.constantFrom(...OPERATORS),
      fc.constantFrom('', '', '(any)', '(all)', '(english)', '()'),
      fc.oneof(fc.constantFrom(...LONG), nastyText),
    )
    .map(([not, operator, modifier, value]) => `${not}${operator}${modifier}.${value}`);
  const part = (columns: readonly string[]) => {
    const column = fc.constantFrom(...columns);
    const name = mixed(
      [4, column],
      [
        2,
        fc.tuple(column, fc.constantFrom('->x', '->>x', '::text', '->0->>a', '(x)', '.x')).map(([of, end]) => of + end),
      ],
      [1, column.map((of) => `"${of}"`)],
      [1, column.map((of) => `recordings.${of}`)],
    );
    const plain = fc.tuple(name, condition);
    const logic = fc
      .tuple(
        fc.constantFrom('or', 'and', 'not.or', 'not.and', 'recordings.or'),
        fc.array(fc.tuple(name, condition), { minLength: 1, maxLength: 3 }),
      )
      .map(([of, inner]) => [of, `(${inner.map(([left, right]) => `${left}.${right}`).join()})`] as [string, string]);
    const shape = fc.tuple(
      fc.constantFrom('select', 'order', 'columns', 'on_conflict', 'limit', 'offset'),
      fc.oneof(
        name,
        fc.constantFrom(
          '*,recordings(*)',
          '...recordings(*)',
          'x:name',
          'count()',
          'name.sum()',
          'name.desc.nullslast',
          '-1',
        ),
      ),
    );
    return mixed([4, plain], [2, logic], [1, shape]).chain(([left, right]) =>
      fc.tuple(disguised(left), disguised(right)).map((both) => both.join('=')),
    );
  };
  return fc.record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE'),
    path: target.chain(({ path, columns }) =>
      fc.array(part(columns), { minLength: 1, maxLength: 3 }).map((parts) => `/rest/v1/${path}?${parts.join('&')}`),
    ),
    headers: fc.constantFrom(callers.visitor, callers.member),
    body: fc.constant({ type: 'application/json', bytes: Buffer.from('{}') }),
    manner: fc.constant('whole' as const),
  });
}
