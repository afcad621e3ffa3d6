/** The kind of browser, as the limits of local storage depend on it. */
type Browser = 'safari' | 'firefox' | 'chromium' | 'other';

export interface BrowserInfo {
  browser: Browser;
  mobile: boolean;
  /** The system as the user agent names it. An iPad calls itself a Macintosh. */
  system: string | undefined;
}

/** Width in CSS px up to which a touch device counts as mobile; also the layout's breakpoint. */
const MOBILE_WIDTH = 768;

const MOBILE_AGENT = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;

/** Classifies a device from its user agent, its viewport's width in CSS px, and whether it has touch. */
export function deviceOf(userAgent: string, width: number, touch: boolean): BrowserInfo {
  const browser: Browser = /Firefox|FxiOS/.test(userAgent)
    ? 'firefox'
    : /Edg|Chrome|Chromium|CriOS/.test(userAgent)
      ? 'chromium'
      : /Safari/.test(userAgent)
        ? 'safari'
        : 'other';
  const system = /Android|iPhone|iPad|Macintosh|Windows/.exec(userAgent)?.[0];
  return { browser, system, mobile: MOBILE_AGENT.test(userAgent) || (width <= MOBILE_WIDTH && touch) };
}

/** The device this page runs on. */
export function thisDevice(): BrowserInfo {
  return deviceOf(navigator.userAgent, window.innerWidth, navigator.maxTouchPoints > 0);
}

const LIMIT_MB: Record<Browser, { desktop: number; mobile: number }> = {
  safari: { desktop: 5, mobile: 2 },
  firefox: { desktop: 8, mobile: 3 },
  chromium: { desktop: 8, mobile: 2.5 },
  other: { desktop: 5, mobile: 2 },
};

/** Limit of one local key, MB (2^20 bytes). */
export function storageLimitMb({ browser, mobile }: BrowserInfo): number {
  return LIMIT_MB[browser][mobile ? 'mobile' : 'desktop'];
}

/** Key of the flag that sends the processing and results screens back to the create screen. */
export const STORAGE_ERROR_KEY = 'storage_error';
type StorageErrorFlag = 'file_too_large' | 'quota_exceeded';

export type SaveFailure =
  /** The value is null or undefined, or the key is empty. */
  | { code: 'invalid' }
  /** Over the device's limit; `storage_error` is set to file_too_large. */
  | { code: 'file_too_large'; limitMb: number }
  /** The browser's storage is full; `storage_error` is set to quota_exceeded. */
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
  readonly #device: () => BrowserInfo;
  /** The flag when the storage is too full to hold it. */
  #flag: StorageErrorFlag | null = null;

  constructor(storage: () => Storage = () => window.localStorage, device: () => BrowserInfo = thisDevice) {
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

  /** Stores a small value without setting the flag of a full storage; false when the storage is full. */
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
