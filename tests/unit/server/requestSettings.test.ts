import { expect, it } from 'vitest';
import { batchSettings } from '#local/data/requestSettings.ts';

/** A connection that records its statements; `query` sends through it. */
function recordingConnection() {
  const sent: [text: string, values: unknown[]][] = [];
  const driver = {
    async query(text: string, values: unknown[] = []) {
      sent.push([text, values]);
      return { rows: [], fields: [] };
    },
  };
  batchSettings(driver as unknown as Parameters<typeof batchSettings>[0]);
  return { sent, query: (text: string, ...values: unknown[]) => driver.query(text, values) };
}
const set = (name: string, value = '$1') => `SELECT set_config('${name}', ${value}, true)`;

it('the settings of a request are sent in one statement, in their order, before the first statement that needs them', async () => {
  const { sent, query } = recordingConnection();
  await query('BEGIN');
  await query(set('role'), 'anon');
  await query(set('request.headers'), '{}');
  await query(set('response.status', "''"));
  await query('select 1');
  await query('COMMIT');
  expect(sent).toEqual([
    ['BEGIN', []],
    [
      'SELECT set_config($1, $2, true), set_config($3, $4, true), set_config($5, $6, true)',
      ['role', 'anon', 'request.headers', '{}', 'response.status', ''],
    ],
    ['select 1', []],
    ['COMMIT', []],
  ]);
});

it('settings that a rollback would revert are dropped', async () => {
  const { sent, query } = recordingConnection();
  await query(set('role'), 'anon');
  await query('ROLLBACK');
  await query('select 1');
  expect(sent.map(([text]) => text)).toEqual(['ROLLBACK', 'select 1']);
});
