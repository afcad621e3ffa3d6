import { proxy } from 'valtio';

/** A newer version of the app is on this device; the visitor decides when it begins. Set by src/app/installed.ts. */
export const version = proxy<{ offered: boolean }>({ offered: false });
