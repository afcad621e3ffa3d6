import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService } from '../../supabase/functions/_shared/service.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { shopCommand } from '../../supabase/local/shop/commands.ts';
import { png, rpc, startTestServer, visitor } from './support/testServer.ts';

/** `npm run shop`: the shop as a file that its owner edits. */

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'accord-shop-'));
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Row = Record<string, unknown>;
const env = () => ({ SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret });
const run = (...words: string[]) =>
  shopCommand(
    words,
    createService((name) => (env() as Record<string, string>)[name]),
    folder,
  );
const shop = async () => (await rpc<Row[]>(server, visitor(server), 'shop')).body;
const file = (name = 'shop.json') => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { products: Row[] } & Row;
const write = (content: unknown) => writeFileSync(join(folder, 'shop.json'), JSON.stringify(content));
const failed = async (...words: string[]) =>
  run(...words).then(
    () => 'done',
    (error: Error) => error.message,
  );

it('writes what is sold into a file, and takes the edited file', async () => {
  const before = await shop();
  expect(await run('get', 'shop.json')).toContain('npm run shop -- put shop.json');
  expect(await failed('get', 'shop.json')).toContain('is there already');
  expect(await run('put', 'shop.json')).toBe('Nothing changed.');
  expect(await shop()).toEqual(before);

  const edited = file();
  Object.assign(edited, { currency: 'EUR', countries: ['DE', 'AT'], ownBottle: { price: 120, stock: 2 } });
  edited.products = [
    { ...edited.products[1], price: 85.5, stock: 10, externalId: '77', countries: ['CH'] },
    { id: 'rain', name: 'RAIN', notes: ['C4', 'E4', 'G4'], price: 40, currency: 'USD' },
  ];
  write(edited);
  expect(await run('put', 'shop.json')).toBe('5 products changed.');
  expect(await shop()).toMatchObject([
    { id: 'custom', price: 120, currency: 'EUR', remaining: 2, countries: ['DE', 'AT'] },
    { id: 'noise-pollution', price: 85.5, currency: 'EUR', remaining: 10, external_id: '77', countries: ['CH'] },
    { id: 'rain', price: 40, currency: 'USD', remaining: null, countries: ['DE', 'AT'], essence: ['C4', 'E4', 'G4'] },
  ]);
  // What it writes then is the same shop.
  await run('get', 'again.json');
  writeFileSync(join(folder, 'shop.json'), readFileSync(join(folder, 'again.json')));
  expect(await run('put', 'shop.json')).toBe('Nothing changed.');
  expect(await run('sales')).toContain('NOISE POLLUTION: 0 ordered, 10 left');
});

it('stores pictures beside the file once, and removes those that nothing names', async () => {
  const products = (more: Row) => [{ id: 'rain', name: 'RAIN', notes: ['C4'], ...more }];
  writeFileSync(join(folder, 'rain.png'), await png(4, 4));
  write({ products: products({ picture: 'rain.png' }), ownBottle: null });
  await run('put', 'shop.json');
  expect(await run('put', 'shop.json')).toBe('Nothing changed.');
  const [{ picture }] = (await shop()) as [Row];
  expect(picture).toMatch(/^[0-9a-f]{32}\.png$/);
  const url = `${server.url}/storage/v1/object/public/shop/${String(picture)}`;
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  await run('get', 'with-picture.json');
  expect(file('with-picture.json').products[0]!['picture']).toBe(picture);
  write({ products: products({}), ownBottle: null });
  await run('put', 'shop.json');
  expect((await fetch(url)).status).toBe(404);
});

it('says what is wrong with a file, and changes nothing', async () => {
  const before = await shop();
  const good = { id: 'rain', name: 'RAIN', notes: ['C4'] };
  for (const [content, words] of [
    [{ products: [{ ...good, notes: ['H4'] }], ownBottle: null }, 'products.0.notes.0: is no note'],
    [{ products: [{ ...good, notes: ['C4', 'C4'] }], ownBottle: null }, 'products.0.notes: has a note twice'],
    [{ products: [{ ...good, price: 5 }], ownBottle: null }, 'currency: is needed'],
    [{ products: [{ ...good, price: 5, currency: 'EURO' }], ownBottle: null }, 'is no code of a currency'],
    [{ products: [{ ...good, countries: ['UK '] }], ownBottle: null }, 'is no code of a country'],
    [{ products: [{ ...good, stock: -1 }], ownBottle: null }, 'products.0.stock'],
    [{ products: [{ ...good, id: 'custom-x' }], ownBottle: null }, 'products.0.id'],
    [{ products: [good, good], ownBottle: null }, 'have an id twice'],
    [{ products: [{ ...good, prize: 5 }], ownBottle: null }, 'prize'],
    [{ products: [{ ...good, picture: 'none.png' }], ownBottle: null }, 'no such file'],
    [{ products: [{ ...good, picture: 'shop.json' }], ownBottle: null }, 'PNG, JPEG or WebP'],
    [{ products: [good] }, 'ownBottle'],
    [{ products: [], ownBottle: null }, 'has to sell something'],
  ] as const) {
    write(content);
    expect(await failed('put', 'shop.json')).toContain(words);
  }
  writeFileSync(join(folder, 'shop.json'), '{ products: ]');
  expect(await failed('put', 'shop.json')).toContain('The file is no JSON');
  for (const words of [[], ['put'], ['get', 'a', 'b'], ['sell', 'x']])
    expect(await failed(...words)).toContain('Please use: npm run shop');
  expect(await shop()).toEqual(before);
});

it('runs as a command', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'supabase/local/shop/commands.ts', 'sales'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production', ...env() },
  });
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, text(child.stdout)]);
  expect([code, said]).toEqual([0, 'RAIN: 0 ordered\n']);
});
