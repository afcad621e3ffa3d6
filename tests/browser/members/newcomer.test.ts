import { afterEach, beforeEach, expect, test } from 'vitest';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { register } from '#features/members/state/auth/auth.ts';
import { isReturningVisitor } from '#features/session/state/returningVisitor.ts';
import { clearUser, session } from '#features/session/state/session.ts';
import { takeBackEverything } from '#features/share/state/deviceData.ts';
import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { describeBackend, fakeService, json, userOf, type FakeService } from '../support/fakeService.ts';

/** A visitor who saves a fragrance gets the registration, or the log-in form of an account that exists. */

let service: FakeService;
beforeEach(async () => {
  describeBackend();
  localStorage.clear();
  clearUser();
  for (const { id } of await outbox.entries()) await outbox.remove(id);
  service = fakeService();
  service.on(/POST \/auth\/v1\/signup/, () => json(userOf('ada')));
  service.on(/POST \/functions\/v1\/forget-device/, () => json({ success: true }));
});
afterEach(() => {
  session.user = null;
  service.end();
  localStorage.clear();
});

const signUp = () =>
  register({ liquidName: 'Ada', email: 'ada@example.com', password: 'correct horse', location: 'Berlin, Germany' });

test('a visitor who has registered is no newcomer, also before the confirmation by mail', async () => {
  expect(isReturningVisitor()).toBe(false);
  expect(await signUp()).toMatchObject({ ok: true, value: { signedIn: false } });
  expect(isReturningVisitor()).toBe(true);
});

test('a visitor who withdraws everything is a newcomer again, a member is not', async () => {
  await signUp();
  ownerSecret();
  session.user = { id: 'ada', email: 'ada@example.com' } as NonNullable<typeof session.user>;
  expect(await takeBackEverything()).toBe(true);
  expect(isReturningVisitor()).toBe(true);
  session.user = null;
  ownerSecret();
  expect(await takeBackEverything()).toBe(true);
  expect(isReturningVisitor()).toBe(false);
});
