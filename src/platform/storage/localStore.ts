import { storageLimitMb, thisDevice, type Device } from './device.ts';

/** Key of the flag that sends the processing and results screens back to the create screen. */
export const STORAGE_ERROR_KEY = 'storage_error';
export type StorageErrorFlag = 'file_too_large' | 'quota_exceeded';

export type SaveFailure =
  /** The value is null or undefined, or the key is empty. */
  | { code: 'invalid' }
  /** Over the device's limit; `storage_error` is set to file_too_large. */
  | { code: 'file_too_large'; limitMb: number }
  /** The browser refused for lack of room; `storage_error` is set to quota_exceeded. */
  | { code: 'quota_exceeded'; limitMb: number }
  /** Local storage is switched off or out of reach. */
  | { code: 'unavailable' };

export type SaveResult = { ok: true } | { ok: false; failure: SaveFailure };

/**
 * A JSON view of `localStorage` with a limit for each kind of device. Reading never throws:
 * what is absent, unreadable or not JSON is null. Writing answers with a code.
 */
export class LocalStore {
  readonly #storage: () => Storage;
  readonly #device: () => Device;
  /** The flag where the storage is too full even for that. */
  #flag: StorageErrorFlag | null = null;

  constructor(storage: () => Storage = () => window.localStorage, device: () => Device = thisDevice) {
    this.#storage = storage;
    this.#device = device;
  }

  /** The parsed value of a key; the caller checks its shape. */
  read(key: string): unknown {
    try {
      const text = this.#storage().getItem(key);
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  save(key: string, value: unknown): SaveResult {
    if (key === '' || value === null || value === undefined) return { ok: false, failure: { code: 'invalid' } };
    const text = JSON.stringify(value);
    const limitMb = storageLimitMb(this.#device());
    if (new Blob([text]).size > limitMb * 2 ** 20) {
      this.flagError('file_too_large');
      return { ok: false, failure: { code: 'file_too_large', limitMb } };
    }
    try {
      this.#storage().setItem(key, text);
      return { ok: true };
    } catch (error) {
      if (!isQuotaError(error)) return { ok: false, failure: { code: 'unavailable' } };
      this.flagError('quota_exceeded');
      return { ok: false, failure: { code: 'quota_exceeded', limitMb } };
    }
  }

  /** Keeps something small beside the fragrance, without the flag of a full storage; false when there is no room for it. */
  keep(key: string, value: unknown): boolean {
    try {
      this.#storage().setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  remove(key: string): void {
    try {
      this.#storage().removeItem(key);
    } catch {
      // Out of reach is as good as removed: nothing can be read from it either.
    }
  }

  /** The flag is a bare word, not JSON: older copies of the app read it so. */
  errorFlag(): StorageErrorFlag | null {
    try {
      const flag = this.#storage().getItem(STORAGE_ERROR_KEY);
      return flag === 'file_too_large' || flag === 'quota_exceeded' ? flag : this.#flag;
    } catch {
      return this.#flag;
    }
  }

  flagError(flag: StorageErrorFlag): void {
    try {
      this.#storage().setItem(STORAGE_ERROR_KEY, flag);
    } catch {
      this.#flag = flag;
    }
  }

  clearErrorFlag(): void {
    this.#flag = null;
    this.remove(STORAGE_ERROR_KEY);
  }
}

function isQuotaError(error: unknown): boolean {
  // Firefox names it differently from everyone else.
  return (
    error instanceof DOMException &&
    (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')
  );
}

/** The page's local store. */
export const localStore = new LocalStore();
