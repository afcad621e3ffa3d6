import type { PGlite } from '@supabase/lite/pglite';

/** A statement that sets one property of a request in Postgres: its role, its caller, its headers. */
const SETTING_STATEMENT = /^SELECT set_config\('([a-z._]+)', (?:\$1|''), true\)$/;

/**
 * Sends the settings of a request in one statement, just before the first statement that needs them. @supabase/lite
 * sends ten of them one by one, which takes a third of the processor time of a request. A rollback discards those that
 * are not sent yet.
 */
export function batchSettings(driver: Pick<PGlite, 'query'>): void {
  const query = driver.query.bind(driver) as PGlite['query'];
  let waiting: [name: string, value: unknown][] = [];
  driver.query = async (text, values, ...more) => {
    const name = SETTING_STATEMENT.exec(text)?.[1];
    if (name !== undefined) {
      waiting.push([name, values?.[0] ?? '']);
      return { rows: [], fields: [], affectedRows: 1 };
    }
    const settings = waiting;
    waiting = [];
    if (settings.length > 0 && !/^rollback$/i.test(text)) {
      const list = settings.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`);
      await query(`SELECT ${list.join(', ')}`, settings.flat());
    }
    return query(text, values, ...more);
  };
}
