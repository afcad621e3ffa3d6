/**
 * The statements of a migration, one by one, as `supabase db push` sends them: cut at the semicolons that stand outside
 * of strings, quoted names, dollar quotes and comments. A piece may be empty without its comments.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let bare = false;
  let at = 0;
  const cut = () => {
    if (bare) statements.push(sql.slice(start, at).trim());
    start = at + 1;
    bare = false;
  };
  while (at < sql.length) {
    const rest = sql.slice(at, at + 64);
    const quote = /^\$([A-Za-z_]\w*)?\$/.exec(rest)?.[0];
    if (rest.startsWith('--')) {
      at = endOf(sql, '\n', at);
      continue;
    }
    if (rest.startsWith('/*')) {
      at = endOf(sql, '*/', at + 2);
      continue;
    }
    if (sql[at] === ';') cut();
    else if (!/\s/.test(sql[at]!)) bare = true;
    if (quote) at = endOf(sql, quote, at + quote.length);
    else if (/^e'/i.test(rest) && !/\w/.test(sql[at - 1] ?? '')) at = endOfEscaped(sql, at + 2);
    else if (sql[at] === "'" || sql[at] === '"') at = endOf(sql, sql[at]!, at + 1);
    else at++;
  }
  cut();
  return statements;
}

/**
 * The place behind the next `mark`; doubled quotes begin another string right where the first ended, which comes to the
 * same.
 */
function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

/** The place behind a string with backslashes. */
function endOfEscaped(sql: string, from: number): number {
  let at = from;
  while (at < sql.length && sql[at] !== "'") at += sql[at] === '\\' ? 2 : 1;
  return at + 1;
}
