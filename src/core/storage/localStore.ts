import { storageLimitMb, thisDevice, type Device } from './device.ts';

/** Key of the flag that sends the processing and results screens back to the create screen. */
export const STORAGE_ERROR_KEY = 'storage_error';
type StorageErrorFlag = 'file_too_large' | 'quota_exceeded';

export type SaveFailure =
  /** The value is null or undefined, or the key is empty. */
  | { code: 'invalid' }
  /** Over the device's limit; `storage_error` is set to file_too_large. */
  | { code: 'file_too_large'; limitMb: number }
  /** The browser has no room; `storage_error` is set to quota_exceeded. */
  | { code: 'quota_exceeded'; limitMb: number }
  /** Local storage is switched off or not accessible. */
  | { code: 'unavailable' };

export type SaveResult = { ok: true } | { ok: false; failure: SaveFailure };

/**
 * JSON access to `localStorage` with a limit for each kind of device. Reading never throws: an absent or invalid value
 * is null. Writing returns a code.
 */
export class LocalStore {
  readonly #storage: () => Storage;
  readonly #device: () => Device;
  /** The flag when the storage is too full to hold it. */
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

  /** Stores a small value without setting the flag of a full storage; false when there is no room. */
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
      // Without access it cannot be read either.
    }
  }

  /** The flag is plain text, not JSON, for older versions of the app. */
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
  // Firefox uses another name.
  return (
    error instanceof DOMException &&
    (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')
  );
}

/** The page's local store. */
export const localStore = new LocalStore();
