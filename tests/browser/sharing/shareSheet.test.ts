import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSheet, shareFragrance } from '#features/share/state/share.ts';
import { ensureShareRecord, deleteShareRecord, shares } from '#features/share/state/shares.ts';
import { MELODY_FRAGRANCE } from '../testData.ts';
import { fakeService, deferred, json, type FakeService } from '../support/fakeService.ts';

/* The system's share sheet, which may answer late, or never. */

let service: FakeService;
/** Answers of the sheets that were opened. */
let sheets: ReturnType<typeof deferred<undefined>>[];
/** Settles when the first one was opened. */
let firstOpening: ReturnType<typeof deferred<void>>;

beforeEach(() => {
  service = fakeService();
  // The link is made already, and still works.
  service.on(/rest\/v1\/rpc\//, () => json(false));
  const { shareId } = ensureShareRecord(MELODY_FRAGRANCE, null);
  shares.records = shares.records.map((record) => ({ ...record, made: true, audioUrl: '/sound' }));
  localStorage.setItem('accord:shares', JSON.stringify(shares.records));
  sheets = [];
  firstOpening = deferred<void>();
  Object.assign(navigator, {
    canShare: () => true,
    share: () => {
      const sheet = deferred<undefined>();
      sheets.push(sheet);
      firstOpening.give();
      return sheet.promise;
    },
  });
  Object.assign(shares, { button: { status: 'idle', done: 'copied', message: null, fragranceId: null }, sheet: false });
  return () => deleteShareRecord(shareId);
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
  service.end();
  localStorage.clear();
});

test.each([
  ['the visitor is back on the page', () => window.dispatchEvent(new Event('focus'))],
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the sheet with link and film is opened again', () => openSheet()],
])('a share sheet that never answers leaves an idle button once %s', async (_, happens) => {
  void shareFragrance(MELODY_FRAGRANCE);
  await expect.poll(() => sheets.length).toBe(1);
  happens();
  expect(shares.button.status).toBe('idle');
  // The next press opens one more, and its answer counts.
  void shareFragrance(MELODY_FRAGRANCE);
  await expect.poll(() => sheets.length).toBe(2);
  sheets[0]!.give(undefined);
  sheets[1]!.give(undefined);
  await expect.poll(() => [shares.button.status, shares.button.done]).toEqual(['success', 'shared']);
});

test('a share sheet that never answers leaves an idle button after five seconds, and its late answer counts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = shareFragrance(MELODY_FRAGRANCE);
  await firstOpening.promise;
  await vi.advanceTimersByTimeAsync(4999);
  expect(shares.button.status).toBe('creating');
  await vi.advanceTimersByTimeAsync(1);
  expect(shares.button.status).toBe('idle');
  sheets[0]!.give(undefined);
  await done;
  expect([shares.button.status, shares.button.done]).toEqual(['success', 'shared']);
});

test('a sheet that another one prevents from opening counts as dismissed', async () => {
  Object.assign(navigator, {
    share: () => Promise.reject(new DOMException('An earlier share has not completed.', 'InvalidStateError')),
  });
  await shareFragrance(MELODY_FRAGRANCE);
  expect([shares.button.status, shares.button.message]).toEqual(['idle', null]);
});
