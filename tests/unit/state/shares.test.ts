import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { stubBrowserGlobals } from '../memoryStorage.ts';

const profile = fragranceFromEssence({ essence: ['A4', 'C#5', 'E3'], source: 'keys', now: new Date(0) });

/** The records as a page that was opened just now has them. */
async function page() {
  vi.resetModules();
  const page = await import('#features/share/state/shares.ts');
  const { findRecord } = await import('#features/share/domain/shareRecord.ts');
  return {
    ...page,
    recordOf: (fragrance: Fragrance, ownerId: string | null) => findRecord(page.shares.records, fragrance, ownerId),
  };
}

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  stubBrowserGlobals();
});

describe('the shares that this device has begun', () => {
  it('are stored before anything is sent: a second press and a reload find the same id', async () => {
    const first = await page();
    const { shareId, entryId } = first.ensureShareRecord(profile, null);
    expect(shareId).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(first.ensureShareRecord(profile, null)).toMatchObject({ shareId, entryId });
    const reloaded = await page();
    expect(reloaded.ensureShareRecord(profile, null)).toMatchObject({ shareId, entryId, tried: false, made: false });
    reloaded.amendShareRecord(shareId, { tried: true, made: true });
    expect((await page()).recordOf(profile, null)).toMatchObject({ shareId, made: true });
  });

  it('have another id for another name, and none after a withdrawal', async () => {
    const { ensureShareRecord, deleteShareRecord, recordOf, shares } = await page();
    const first = ensureShareRecord(profile, null);
    const second = ensureShareRecord({ ...profile, name: 'Another name' }, null);
    expect(second.shareId).not.toBe(first.shareId);
    deleteShareRecord(first.shareId);
    expect(recordOf(profile, null)).toBeNull();
    expect(shares.records).toHaveLength(1);
  });

  it("are not another member's, and a visitor's stay the device's after a login", async () => {
    const { ensureShareRecord, dropRecordsOf, recordOf } = await page();
    ensureShareRecord(profile, 'ada');
    expect(recordOf(profile, 'grace')).toBeNull();
    expect(recordOf(profile, null)).toBeNull();
    const other = { ...profile, id: '1' };
    ensureShareRecord(other, null);
    expect(recordOf(other, 'ada')).not.toBeNull();
    dropRecordsOf(null);
    expect(recordOf(other, 'ada')).toBeNull();
    expect(recordOf(profile, 'ada')).not.toBeNull();
  });

  it('leave out invalid entries, and live in memory if nothing can be stored', async () => {
    window.localStorage.setItem(
      'accord:shares',
      JSON.stringify([{ shareId: 'nonsense' }, null, 7, { shareId: 'AAAAAAAA' }]),
    );
    expect((await page()).shares.records).toEqual([]);
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    });
    const { ensureShareRecord } = await page();
    expect(ensureShareRecord(profile, null).shareId).toBe(ensureShareRecord(profile, null).shareId);
  });
});
