import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '#local/server.ts';
import { DATABASE_FLAGS } from '#tests/databaseFlags.ts';
import { START_MS } from '#tests/timeouts.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { migratedFolder } from './support/folder.ts';
import { fetchJson, newSecret, orderOf, recordingForm, wav } from './support/testServer.ts';

/** A server that is killed in the middle of writes has stored all that it confirmed. */

const folder = await migratedFolder('killed');
let child: ReturnType<typeof startProcess> | null = null;
afterAll(async () => {
  // The test failed before it killed the server.
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const startProcess = () =>
  spawn(process.execPath, [...DATABASE_FLAGS, '--import', 'tsx', 'tests/backend/support/killable.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The server in another process. */
async function startKillable() {
  const started = startProcess();
  child = started;
  const lines = createInterface(started.stdout)[Symbol.asyncIterator]();
  const first = await withTimeout('the server is ready', lines.next(), undefined, START_MS);
  return { child: started, ...(JSON.parse(first.value as string) as { url: string; key: string }) };
}

it('a server that is killed during 20 writes keeps all confirmed ones @slow', async () => {
  const { child: killed, url, key } = await startKillable();
  const headers = { apikey: key, Authorization: `Bearer ${key}` };
  const post = (path: string, body: BodyInit, more: Record<string, string> = {}) =>
    fetchJson(`${url}/${path}`, { method: 'POST', headers: { ...headers, ...more }, body });
  const json = (path: string, body: object) => post(path, JSON.stringify(body), { 'Content-Type': 'application/json' });
  const id = () => crypto.randomUUID();
  const answered = { orders: [] as string[], messages: [] as string[], recordings: new Map<string, Uint8Array>() };
  let hz = 200;
  const writes = Array.from({ length: 20 }, (_, i) => async () => {
    if (i % 3 === 0) {
      const order = orderOf({ email: `${id()}@example.com` }, newSecret());
      if ((await json('rest/v1/rpc/place_preorder', order)).status === 200) answered.orders.push(order.preorder.id);
    } else if (i % 3 === 1) {
      const message = { id: id(), name: 'Ada', email: 'ada@example.com', message: 'Hello there, Accord!' };
      if ((await json('functions/v1/contact-form', message)).status === 200) answered.messages.push(message.id);
    } else {
      const bytes = wav({ hz: ++hz });
      const { status, body } = await post('functions/v1/upload-audio', recordingForm(bytes));
      if (status === 200) answered.recordings.set(String(body['audioPath']), bytes);
    }
  });
  const count = () => answered.orders.length + answered.messages.length + answered.recordings.size;
  const end = once(killed, 'exit');
  const sendNext = async (): Promise<void> => {
    const write = writes.shift();
    if (write === undefined || killed.killed) return;
    // Writes that run when it is killed fail.
    await write().catch(() => undefined);
    if (count() >= 10) killed.kill('SIGKILL');
    return sendNext();
  };
  await Promise.all([sendNext(), sendNext(), sendNext(), sendNext()]);
  await withTimeout('the server ends', end);
  expect(count()).toBeGreaterThanOrEqual(10);
  expect(writes).not.toEqual([]);

  const again = await startServer({ port: 0, dataDir: folder, mode: 'backend', mailer: false });
  try {
    const storedRows = (table: string, ids: string[]) =>
      again.backend!.sql(`select id from public.${table} where id::text = any($1)`, [ids]);
    expect(await storedRows('preorders', answered.orders)).toHaveLength(answered.orders.length);
    expect(await storedRows('contact_messages', answered.messages)).toHaveLength(answered.messages.length);
    for (const [path, bytes] of answered.recordings) {
      const response = await fetch(`${again.url}/storage/v1/object/public/audio/${path}`);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    }
  } finally {
    await again.close();
  }
});
