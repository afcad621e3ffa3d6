/**
 * Load before zod. zod probes for `eval` otherwise, which the content security policy forbids and the browser reports.
 * zod reads this object when it is loaded.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
