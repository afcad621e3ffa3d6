import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import ReportFragrance from '../../../src/features/community/screen/playlist/ReportFragrance.tsx';
import { defaultProfile } from '../../../src/features/members/domain/member.ts';
import { session } from '../../../src/features/members/state/session/session.ts';
import { forgetReports, REPORTED_KEY } from '../../../src/features/moderation/state/reports.ts';
import { savedFragrances } from '../../../src/features/fragrance/state/savedFragrances.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text } from '../support/mount.tsx';

const ID = '3f0f1f5e-0000-4000-8000-000000000001';

let service: FakeService;
beforeEach(() => {
  service = fakeService();
  return () => service.end();
});
afterEach(() => {
  forgetReports();
  session.user = null;
});

const sent = () => service.calls.filter(({ path }) => path.endsWith('/rpc/report')).map(({ body }) => body);
const send = () => press(byRole('button', 'Report'));

async function open(): Promise<void> {
  await mount(<ReportFragrance id={ID} name="Cedar Morning" />);
  await press(byRole('button', 'Report Cedar Morning'));
  await expect.poll(() => allByRole('dialog', /^Report .*Cedar Morning/).length).toBe(1);
  await expect.poll(() => allByRole('combobox', 'What is wrong with it?').length).toBe(1);
}
const choose = (words: string) =>
  change(() => userEvent.selectOptions(byRole('combobox', 'What is wrong with it?'), words));

test('a report has a reason, is sent once, and a sentence takes the place of its button', async () => {
  service.on(/rpc\/report$/, () => json({ status: 'reported' }));
  await open();
  await send();
  expect(text()).toContain('Please choose a reason.');
  expect(document.activeElement).toBe(byRole('combobox', 'What is wrong with it?'));
  expect(sent()).toEqual([]);
  await choose('It is advertising or spam');
  await change(() => userEvent.fill(byRole('textbox', 'In your words (optional)'), ' It sells pills. '));
  await send();
  await expect.poll(text).toContain('You reported this. Thank you.');
  await expect.poll(() => document.activeElement?.textContent).toBe('You reported this. Thank you.');
  expect(sent()).toMatchObject([{ subject: 'fragrance', id: ID, reason: 'spam', details: 'It sells pills.' }]);
  expect(String(sent()[0]!['owner_secret'])).toMatch(/^[0-9a-f]{32}$/);
  // It is remembered on this device.
  await expect.poll(() => allByRole('dialog', /./)).toEqual([]);
  expect(JSON.parse(localStorage.getItem(REPORTED_KEY)!)).toEqual([`fragrance:${ID}`]);
  await mount(<ReportFragrance id={ID} name="Cedar Morning" />);
  expect(allByRole('button', 'Report Cedar Morning')).toEqual([]);
});

test('a report that did not arrive says why, keeps what was written, and can be sent again', async () => {
  service.on(/rpc\/report$/, noConnection);
  await open();
  await choose('Something else');
  await change(() => userEvent.fill(byRole('textbox', 'In your words (optional)'), 'Look at it.'));
  await send();
  await expect.poll(text).toContain('Please check your connection and try again.');
  service.on(/rpc\/report$/, () => json({ code: 'P0001', message: 'Gone', hint: 'not_public' }, 400));
  await send();
  await expect.poll(text).toContain('This is not public any more.');
  expect(sent()).toMatchObject([{ details: 'Look at it.' }, { details: 'Look at it.' }]);
  expect(localStorage.getItem(REPORTED_KEY)).toBeNull();
});

test('members report what is not their own', async () => {
  session.user = defaultProfile({ id: 'ada', email: 'ada@example.com' });
  Object.assign(savedFragrances, { items: [], status: 'loading', known: false });
  await mount(<ReportFragrance id={ID} name="Cedar Morning" />);
  expect(allByRole('button', /^Report/)).toEqual([]);
  await change(() => Object.assign(savedFragrances, { status: 'ready', known: true }));
  byRole('button', 'Report Cedar Morning');
  await change(() => Object.assign(savedFragrances, { items: [{ id: ID }] }));
  expect(allByRole('button', /^Report/)).toEqual([]);
});
