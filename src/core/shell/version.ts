import { proxy } from 'valtio';

/**
 * True when a newer version of the app is on this device; the visitor starts it. Set by src/app/installed.ts.
 */
export const version = proxy<{ offered: boolean }>({ offered: false });
