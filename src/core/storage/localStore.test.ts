import { describe, expect, it } from 'vitest';
import { deviceOf, storageLimitMb, type BrowserInfo, LocalStore, STORAGE_ERROR_KEY } from './localStore.ts';

const USER_AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  firefoxAndroid: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  chrome: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  pixel:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  other: 'Lynx/2.9',
};

describe('the storage limit of a device', () => {
  it.each([
    ['mac', 1440, false, 5],
    ['iphone', 390, true, 2],
    ['firefox', 1440, false, 8],
    ['firefoxAndroid', 412, true, 3],
    ['chrome', 1440, false, 8],
    ['edge', 1440, false, 8],
    ['pixel', 412, true, 2.5],
    ['other', 1440, false, 5],
    ['other', 700, true, 2],
    ['chrome', 768, true, 2.5],
    ['chrome', 769, true, 8],
    ['chrome', 600, false, 8],
  ] as const)('%s at %i px, touch %s: %f MB', (agent, width, touch, limit) => {
    expect(storageLimitMb(deviceOf(USER_AGENTS[agent], width, touch))).toBe(limit);
  });
});

/** A Storage with a limit in characters that throws as browsers do. */
function storageOf(capacity: number): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => {
      const others = [...items].reduce((sum, [k, v]) => (k === key ? sum : sum + k.length + v.length), 0);
      if (others + key.length + value.length > capacity) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
  };
}

const phone = (): BrowserInfo => ({ browser: 'safari', mobile: true, system: 'iPhone' });

describe('LocalStore', () => {
  it('returns the stored value', () => {
    const store = new LocalStore(() => storageOf(1000), phone);
    const shared = storageOf(1000);
    const kept = new LocalStore(() => shared, phone);
    expect(kept.save('a', { b: [1, 'c'] })).toEqual({ ok: true });
    expect(kept.read('a')).toEqual({ b: [1, 'c'] });
    expect(store.read('a')).toBeNull();
  });

  it('refuses a null value and an empty key', () => {
    const store = new LocalStore(() => storageOf(1000), phone);
    expect(store.save('a', null)).toEqual({ ok: false, failure: { code: 'invalid' } });
    expect(store.save('', 1)).toEqual({ ok: false, failure: { code: 'invalid' } });
    expect(store.errorFlag()).toBeNull();
  });

  it('rejects a value over the device limit and flags file_too_large, and keeps the older copy', () => {
    const storage = storageOf(10_000_000);
    const store = new LocalStore(() => storage, phone);
    store.save('a', 'older');
    expect(store.save('a', 'x'.repeat(2 * 2 ** 20))).toEqual({
      ok: false,
      failure: { code: 'file_too_large', limitMb: 2 },
    });
    expect(store.read('a')).toBe('older');
    expect(storage.getItem(STORAGE_ERROR_KEY)).toBe('file_too_large');
    store.clearErrorFlag();
    expect(store.errorFlag()).toBeNull();
  });

  it("flags quota_exceeded when the browser's storage is full", () => {
    const storage = storageOf(60);
    const store = new LocalStore(() => storage, phone);
    expect(store.save('a', 'x'.repeat(100))).toEqual({ ok: false, failure: { code: 'quota_exceeded', limitMb: 2 } });
    expect(store.errorFlag()).toBe('quota_exceeded');
  });

  it('keeps the flag in memory when the storage is too full for it', () => {
    const store = new LocalStore(() => storageOf(0), phone);
    expect(store.save('a', 'x')).toMatchObject({ ok: false, failure: { code: 'quota_exceeded' } });
    expect(store.errorFlag()).toBe('quota_exceeded');
    store.clearErrorFlag();
    expect(store.errorFlag()).toBeNull();
  });

  it('reads invalid JSON and unreadable storage as null', () => {
    const storage = storageOf(1000);
    storage.setItem('a', '{half');
    expect(new LocalStore(() => storage, phone).read('a')).toBeNull();
    const blocked = new LocalStore(() => {
      throw new DOMException('blocked', 'SecurityError');
    }, phone);
    expect(blocked.read('a')).toBeNull();
    expect(blocked.save('a', 1)).toEqual({ ok: false, failure: { code: 'unavailable' } });
    expect(() => blocked.clearErrorFlag()).not.toThrow();
  });
});
