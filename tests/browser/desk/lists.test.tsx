import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Desk from '../../../src/features/desk/screen/desk/Desk.tsx';
import { cancelExport, exporting, exportList } from '../../../src/features/desk/state/exporting.ts';
import { fakeService, held, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text } from '../support/mount.tsx';
import { fragranceRow, logRow, openDesk, orderRow, type Row } from './rows.ts';
import { leave, signInAs } from './signIn.ts';
import { seen, until } from './waiting.ts';

/** The lists of the desk: reading, finding, paging, and taking them away as a file. */

let service: FakeService;
const asked = (name: string) => service.calls.filter(({ path }) => path.endsWith(`/${name}`)).map(({ body }) => body);

beforeEach(async () => {
  service = fakeService();
  openDesk(service);
  await signInAs('olga');
});
afterEach(async () => {
  service.end();
  leave();
  await page.viewport(414, 896);
});

const open = async (tab = 'orders') => {
  history.replaceState(null, '', `/desk?tab=${tab}`);
  await mount(<Desk />);
};

test('leaves a row out that cannot be read, counts it, and shows the others', async () => {
  const bad = [null, 'text', 7, {}, orderRow(3, { state: 'stolen' }), orderRow(4, { name: { toString: 'x' } })];
  service.on(/rpc\/desk_orders/, () => json([orderRow(2), ...bad, orderRow(1)]));
  service.on(/rpc\/desk_counts/, () => json([{ kind: 'order', new_items: 1000 }, { kind: 7 }, null]));
  await open();
  await seen('6 rows cannot be read and are left out.');
  expect(allByRole('article', /^Buyer/)).toHaveLength(2);
  await until(() => expect(byRole('tab', 'Orders (1000+ new)')).toBeVisible());
});

test('goes on with the next page where the last row stands, to the microsecond', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => orderRow(30 - i));
  service.on(/rpc\/desk_orders/, ({ body }) => json(body['before_id'] === null ? rows.slice(0, 25) : rows.slice(25)));
  await open();
  await seen('Buyer 6');
  await press(byRole('button', 'More'));
  await until(() => expect(allByRole('article', /^Buyer/)).toHaveLength(30));
  expect(asked('desk_orders').at(-1)).toMatchObject({ before_id: rows[24]!['id'], before_at: rows[24]!['at'] });
  expect(allByRole('button', 'More')).toEqual([]);
});

test('keeps the list when the next page does not come, and says so', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => orderRow(30 - i));
  service.on(/rpc\/desk_orders/, ({ body }) => (body['before_id'] === null ? json(rows) : noConnection()));
  await open();
  await seen('Buyer 6');
  await press(byRole('button', 'More'));
  await seen('There is no connection to the server.');
  expect(allByRole('article', /^Buyer/)).toHaveLength(25);
  expect(byRole('button', 'More')).toBeVisible();
});

test('searches and filters on the server, by the words as they are typed', async () => {
  service.on(/rpc\/desk_orders/, ({ body }) =>
    json(body['search'] === 'grace h' ? [orderRow(1, { name: 'Grace' })] : []),
  );
  await open();
  await seen('Nothing here yet.');
  await userEvent.fill(byRole('searchbox', 'Search orders'), ' grace h ');
  await seen('Grace');
  await userEvent.selectOptions(byRole('combobox', 'State'), 'refused');
  await until(() => expect(asked('desk_orders').at(-1)).toMatchObject({ search: 'grace h', of_state: 'refused' }));
});

test('says why a list is not there, and loads it when the connection is back', async () => {
  service.on(/rpc\/desk_orders/, noConnection);
  await open();
  await seen('Not loaded');
  expect(byRole('button', 'Try again')).toBeVisible();
  service.on(/rpc\/desk_orders/, () => json([orderRow(1)]));
  await change(() => window.dispatchEvent(new Event('online')));
  await seen('Buyer 1');
});

describe('what strangers have written', () => {
  const WORD = 'Wolfeschlegelsteinhausenberger'.repeat(12);

  test('stands whole on a phone, and only as text', async () => {
    await page.viewport(390, 844);
    const hostile = `<img src=x onerror="window.hacked=1">\u202Ecod.exe ${WORD}`;
    const fields = { name: hostile, email: `"><script>"@${WORD}.example`, fragrance_name: WORD, note: hostile };
    service.on(/rpc\/desk_orders/, () => json([orderRow(1, fields)]));
    await open();
    await seen(WORD);
    for (const words of [hostile, fields.email, WORD]) expect(document.body.textContent).toContain(words);
    expect(document.querySelector('main img, main script')).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(byRole('link', fields.email).getAttribute('href')).toBe(`mailto:${encodeURIComponent(fields.email)}`);
  });

  test('shows a face that can be drawn, and plays only recordings of the own storage', async () => {
    const audio_url = 'https://evil.example/storage/v1/object/public/audio/a.mp3';
    const rows: Row[] = [
      fragranceRow(3, { audio_url: '/storage/v1/object/public/audio/ab/own.mp3' }),
      fragranceRow(2, { audio_url: 'https://evil.example/track.mp3', look: { music_essence: 'nonsense' } }),
      fragranceRow(1, { audio_url: 'javascript:alert(1)', look: 7 }),
      fragranceRow(0, { audio_url }),
    ];
    service.on(/rpc\/desk_fragrances/, () => json(rows));
    await open('fragrances');
    await seen('Fragrance 3');
    expect(allByRole('img', /^Drawing of Fragrance [30]:/)).toHaveLength(2);
    const playable = allByRole('button', /^Recording of/).map((button) => button.getAttribute('aria-label'));
    expect(playable).toContain('Recording of Fragrance 3');
    expect(playable).not.toContain('Recording of Fragrance 2');
    expect(playable).not.toContain('Recording of Fragrance 1');
  });
});

describe('an export', () => {
  const rows = Array.from({ length: 450 }, (_, i) => orderRow(450 - i));
  const pages = () =>
    service.on(/rpc\/desk_orders/, ({ body }) => {
      const start = rows.findIndex(({ id }) => id === body['before_id']) + 1;
      return json(rows.slice(start, start + Number(body['page_size'])));
    });

  test('goes through all pages of the filtered list', async () => {
    pages();
    await open();
    await seen('Buyer 450');
    await userEvent.fill(byRole('searchbox', 'Search orders'), 'buyer');
    await until(() => expect(asked('desk_orders').at(-1)).toMatchObject({ search: 'buyer' }));
    const save = vi.fn<(blob: Blob, name: string) => void>();
    await change(() => exportList('json', save));
    const [blob, name] = save.mock.calls[0]!;
    expect(name).toMatch(/^accord-orders-.*\.json$/);
    expect((JSON.parse(await blob.text()) as Row[]).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(
      asked('desk_orders')
        .slice(-3)
        .map(({ search, page_size: size }) => [search, size]),
    ).toEqual([
      ['buyer', 200],
      ['buyer', 200],
      ['buyer', 200],
    ]);
    expect(text()).toContain('450 rows saved.');
  });

  test('can be cancelled, and saves nothing then', async () => {
    pages();
    await open();
    await seen('Buyer 450');
    const late = held<Response>();
    service.on(/rpc\/desk_orders/, ({ body }) =>
      body['before_id'] === null ? json(rows.slice(0, 200)) : late.promise,
    );
    const save = vi.fn<(blob: Blob, name: string) => void>();
    const running = exportList('csv', save);
    await seen('200 rows so far...');
    await press(byRole('button', 'Cancel the export'));
    late.give(json([]));
    await running;
    expect(save).not.toHaveBeenCalled();
    expect(exporting.status).toBe('idle');
    expect(byRole('button', 'Export JSON')).toBeVisible();
  });

  test('says why there is no file', async () => {
    pages();
    await open();
    await seen('Buyer 450');
    service.on(/rpc\/desk_orders/, noConnection);
    const save = vi.fn<(blob: Blob, name: string) => void>();
    await change(() => exportList('csv', save));
    expect(save).not.toHaveBeenCalled();
    expect(text()).toContain('Not exported. There is no connection to the server.');
    cancelExport();
  });
});

test('the log tells who did what, and of one item when it is asked for', async () => {
  service.on(/rpc\/desk_log/, ({ body }) =>
    json(
      body['of_item'] === null
        ? [
            logRow(3, { act: 'note', before: { a: '' }, after: { a: 'Called him.' }, undone_by: 4 }),
            logRow(2, {
              actor: null,
              actor_email: null,
              act: 'add owner',
              kind: 'owner',
              before: {},
              after: { email: 'eve@example.com' },
            }),
            { id: 'x' },
          ]
        : [logRow(1)],
    ),
  );
  service.on(/rpc\/desk_orders/, () => json([orderRow(1)]));
  await open('log');
  await seen('olga@example.com wrote a note on 1 order');
  await seen('The service key made eve@example.com an owner');
  await seen('1 row cannot be read and is left out.');
  expect(allByRole('button', /^Undo entry/)).toEqual([]);
  await userEvent.click(byRole('tab', 'Orders'));
  await seen('Buyer 1');
  await press(byRole('button', 'History of Buyer 1'));
  await seen('set 1 order to Done');
  expect(byRole('button', 'Undo entry 1')).toBeVisible();
  expect(asked('desk_log').at(-1)).toMatchObject({ of_kind: 'order', of_item: orderRow(1)['id'] });
});
