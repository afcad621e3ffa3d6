import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import Desk from '../../../src/features/desk/screen/desk/Desk.tsx';
import { list } from '../../../src/features/desk/state/list.ts';
import { forgetUser } from '../../../src/features/members/state/session/session.ts';
import { fakeService, json, noConnection, sessionOf, userOf, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text } from '../support/mount.tsx';
import { openDesk, orderRow } from './rows.ts';
import { leave, signInAs } from './signIn.ts';
import { seen, until } from './waiting.ts';

/** Who sees the desk: those for whom the database opens it. */

let service: FakeService;

beforeEach(() => {
  service = fakeService();
  openDesk(service);
});
afterEach(() => {
  service.end();
  leave();
});

test('shows a visitor the way to log in and back, and asks the database nothing', async () => {
  forgetUser();
  await mount(<Desk />);
  expect(byRole('link', 'Log in').getAttribute('href')).toBe('/login?next=%2Fdesk');
  expect(text()).not.toMatch(/desk/i);
  expect(service.calls).toEqual([]);
});

test('shows whoever is no owner what an unknown address shows', async () => {
  service.on(/rpc\/desk_access/, () => json('none'));
  await signInAs('eve');
  await mount(<Desk />);
  await seen('Page not found');
  expect(text()).not.toMatch(/desk/i);
  expect(document.title).toBe('Page not found · Accord');
  expect([...new Set(service.calls.map(({ path }) => path))]).toEqual(['/rest/v1/rpc/desk_access']);
});

test('asks an owner for the second factor, says when it is wrong, and opens with the right one', async () => {
  let shown = false;
  service.on(/rpc\/desk_access/, () => json(shown ? 'open' : 'factor'));
  service.on(/GET \/auth\/v1\/user/, () =>
    json({ ...userOf('olga'), factors: [{ id: 'f1', factor_type: 'totp', status: 'verified' }] }),
  );
  service.on(/POST \/auth\/v1\/factors\/f1\/challenge/, () => json({ id: 'c1', type: 'totp', expires_at: 9e9 }));
  service.on(/POST \/auth\/v1\/factors\/f1\/verify/, ({ body }) => {
    shown = body['code'] === '123456';
    return shown
      ? json(sessionOf('olga'))
      : json({ code: 'mfa_verification_failed', message: 'Invalid TOTP code' }, 422);
  });
  await signInAs('olga');
  await mount(<Desk />);
  await seen('Second factor');
  const give = async (code: string) => {
    await userEvent.fill(byRole('textbox', /authenticator/), code);
    await press(byRole('button', 'Go on'));
  };
  await give('12');
  await seen('Please enter the six digits.');
  await give('000000');
  await seen('This code is not right.');
  await give('123 456');
  await until(() => expect(byRole('tab', 'Orders')).toBeVisible());
});

test('says when the server is out of reach, and opens when it is back', async () => {
  service.on(/rpc\/desk_access/, noConnection);
  await signInAs('olga');
  await mount(<Desk />);
  await seen('Out of reach');
  service.on(/rpc\/desk_access/, () => json('open'));
  await change(() => window.dispatchEvent(new Event('online')));
  await until(() => expect(byRole('tab', 'Orders')).toBeVisible());
});

test('closes when the database takes the desk away, and forgets what it showed when the session ends', async () => {
  service.on(/rpc\/desk_orders/, () => json([orderRow(1)]));
  await signInAs('olga');
  await mount(<Desk />);
  await seen('Buyer 1');
  await change(() => forgetUser());
  await seen('Please log in');
  expect(list.items).toEqual([]);

  await change(() => signInAs('olga'));
  await seen('Buyer 1');
  const refused = () => json({ code: '42501', hint: 'not_an_owner', message: 'Only an owner may do this.' }, 403);
  service.on(/rpc\/desk_set_state/, refused);
  service.on(/rpc\/desk_access/, () => json('none'));
  await press(byRole('button', 'Done'));
  await seen('Page not found');
  expect(allByRole('article', 'Buyer 1')).toEqual([]);
});
