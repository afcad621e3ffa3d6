import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { busy } from '../../../src/core/shell/busy.ts';
import Desk from '../../../src/features/desk/screen/desk/Desk.tsx';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press } from '../support/mount.tsx';
import { fragranceRow, memberRow, openDesk, orderRow, type Row } from './rows.ts';
import { leave, signInAs } from './signIn.ts';
import { seen, until } from './waiting.ts';

/** What an owner does at the desk, to one item or to many, and how it is taken back. */

let service: FakeService;
let states: Record<string, unknown>;
const asked = (name: string) => service.calls.filter(({ path }) => path.endsWith(`/${name}`)).map(({ body }) => body);
const idOf = (n: number) => String(orderRow(n)['id']);

beforeEach(async () => {
  service = fakeService();
  openDesk(service);
  states = {};
  service.on(/rpc\/desk_orders/, () => json([2, 1].map((n) => orderRow(n, { state: states[idOf(n)] ?? 'new' }))));
  service.on(/rpc\/desk_set_state/, ({ body }) => {
    for (const id of body['ids'] as string[]) states[id] = body['state'];
    return json({ log: 7, changed: (body['ids'] as string[]).length });
  });
  service.on(/rpc\/desk_undo/, ({ body }) => {
    states = body['log'] === 7 ? {} : Object.fromEntries([1, 2].map((n) => [idOf(n), 'done']));
    return json({ log: Number(body['log']) + 1, changed: 2, skipped: 0 });
  });
  await signInAs('olga');
});
afterEach(() => {
  service.end();
  leave();
});

const open = async (tab = 'orders') => {
  history.replaceState(null, '', `/desk?tab=${tab}`);
  await mount(<Desk />);
};
const pressed = (state: string) =>
  allByRole('button', state).filter((button) => button.getAttribute('aria-pressed') === 'true').length;

test('sets the state of many at once, takes it back, and does it again', async () => {
  await open();
  await seen('Buyer 2');
  await userEvent.click(byRole('checkbox', 'Select all on this page'));
  await seen('2 orders selected');
  const bulk = byRole('group', 'Selected items');
  await press([...bulk.querySelectorAll('button')].find(({ textContent }) => textContent === 'Done')!);
  await seen('2 orders: Done.');
  expect(asked('desk_set_state')).toEqual([{ kind: 'order', ids: [idOf(2), idOf(1)], state: 'done' }]);
  expect(pressed('Done')).toBe(2);
  byRole('button', 'Undo').focus();
  await press(byRole('button', 'Undo'));
  await seen('Taken back.');
  await until(() => expect(pressed('New')).toBe(2));
  // The button is the same one: the focus stays.
  expect(document.activeElement).toBe(byRole('button', 'Redo'));
  await press(byRole('button', 'Redo'));
  await seen('Done again.');
  expect(asked('desk_undo')).toEqual([{ log: 7 }, { log: 8 }]);
});

test('changes nothing on the screen when a change fails, and says so', async () => {
  service.on(/rpc\/desk_set_state/, noConnection);
  await open();
  await seen('Buyer 2');
  await press(allByRole('button', 'Done')[0]!);
  await seen('There is no connection to the server. Nothing was changed.');
  expect(pressed('Done')).toBe(0);
  expect(allByRole('button', 'Undo')).toEqual([]);
});

describe('a note', () => {
  const write = async (words: string) => {
    await press(byRole('button', 'Add a note to Buyer 2'));
    await until(() => expect(document.activeElement).toBe(byRole('textbox', 'Note on Buyer 2')));
    await userEvent.fill(byRole('textbox', 'Note on Buyer 2'), words);
  };

  test('is saved, and its button has the focus then', async () => {
    service.on(/rpc\/desk_set_note/, () => json({ log: 9, changed: 1 }));
    await open();
    await seen('Buyer 2');
    await write('Called her. ');
    await press(byRole('button', 'Save note'));
    await seen('Note saved.');
    expect(asked('desk_set_note')).toEqual([{ kind: 'order', id: idOf(2), note: 'Called her. ' }]);
    await until(() => expect(document.activeElement).toBe(byRole('button', 'Change the note of Buyer 2')));
    expect(busy.now).toBe(false);
  });

  test('is kept where the connection is lost, over tabs and reloads, and saved when it is back', async () => {
    service.on(/rpc\/desk_set_note/, noConnection);
    await open();
    await seen('Buyer 2');
    await write('Called her.');
    // A newer version of the app must not take the page away now.
    expect(busy.now).toBe(true);
    await press(byRole('button', 'Save note'));
    await seen('It is kept here and saved when the connection is back.');
    await userEvent.click(byRole('tab', 'Log'));
    await userEvent.click(byRole('tab', 'Orders'));
    await until(() => expect(byRole('textbox', 'Note on Buyer 2')).toHaveValue('Called her.'));
    service.on(/rpc\/desk_set_note/, () => json({ log: 9, changed: 1 }));
    await change(() => window.dispatchEvent(new Event('online')));
    await seen('Note saved.');
    expect(allByRole('textbox', 'Note on Buyer 2')).toEqual([]);
  });

  test('that was typed before a reload is there again, for the same owner alone', async () => {
    await open();
    await seen('Buyer 2');
    await write('Half a sen');
    // As a reload does: the page is gone, the tab's storage is not.
    await mount(<p>Elsewhere</p>);
    await open();
    await until(() => expect(byRole('textbox', 'Note on Buyer 2')).toHaveValue('Half a sen'));
    await change(() => signInAs('oskar'));
    await until(() => expect(allByRole('article', 'Buyer 2')).toHaveLength(1));
    expect(allByRole('textbox', 'Note on Buyer 2')).toEqual([]);
  });
});

describe('moderation', () => {
  test('hides for a reason that must be given, keeps it when that fails, and has files settled', async () => {
    let hidden: Row = {};
    service.on(/rpc\/desk_fragrances/, () => json([fragranceRow(1, hidden)]));
    service.on(/rpc\/desk_hide/, noConnection);
    await open('fragrances');
    await seen('Fragrance 1');
    await press(byRole('button', 'Hide Fragrance 1'));
    await until(() => expect(byRole('textbox', 'Reason')).toBeVisible());
    await press(byRole('button', 'Hide'));
    await seen('Please give a reason of 3 to 500 characters.');
    await userEvent.fill(byRole('textbox', 'Reason'), 'It insults people.');
    await press(byRole('button', 'Hide'));
    await seen('There is no connection to the server. Nothing was changed.');
    expect(byRole('textbox', 'Reason')).toHaveValue('It insults people.');
    service.on(/rpc\/desk_hide/, () => {
      hidden = { is_public: false, hidden_cause: 'desk', hidden_reason: 'It insults people.' };
      return json({ log: 3, changed: 1 });
    });
    await press(byRole('button', 'Hide'));
    await seen('Hidden by an owner');
    expect(asked('desk_hide').at(-1)).toEqual({
      subject: 'fragrance',
      ids: [fragranceRow(1)['id']],
      reason: 'It insults people.',
    });
    expect(asked('settle-recordings')).toHaveLength(2);
    await until(() => expect(allByRole('dialog', /Hide/)).toEqual([]));
    service.on(/rpc\/desk_restore/, () => {
      hidden = {};
      return json({ log: 4, changed: 1 });
    });
    await press(byRole('button', 'Restore Fragrance 1'));
    await seen('1 public again.');
  });

  test('blocks many members one after the other, and takes back what was done before one failed', async () => {
    service.on(/rpc\/desk_members/, () => json([memberRow(3, { owner: true }), memberRow(2), memberRow(1)]));
    let calls = 0;
    service.on(/rpc\/desk_block/, () => (++calls === 1 ? json({ log: 21, changed: 1 }) : noConnection()));
    await open('members');
    await seen('Member 3');
    // An owner is never blocked.
    expect(allByRole('button', /^Block Member/).map((button) => button.getAttribute('aria-label'))).toEqual([
      'Block Member 2',
      'Block Member 1',
    ]);
    await userEvent.click(byRole('checkbox', 'Select all on this page'));
    await press(byRole('button', 'Block...'));
    await until(() => expect(byRole('textbox', 'Reason')).toBeVisible());
    await userEvent.fill(byRole('textbox', 'Reason'), 'Spam');
    await press(byRole('button', 'Block'));
    await until(() => expect(calls).toBe(2));
    await seen('Only a part was done. There is no connection to the server.');
    await userEvent.keyboard('{Escape}');
    await until(() => expect(allByRole('dialog', /Block/)).toEqual([]));
    await seen('1 member blocked.');
    await press(byRole('button', 'Undo'));
    await until(() => expect(asked('desk_undo')).toEqual([{ log: 21 }]));
  });
});
