/**
 * Has to be loaded before anything that uses zod: it would otherwise try out whether text may become code, which the
 * content security policy forbids and the browser then reports. zod reads this object when it is loaded.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
