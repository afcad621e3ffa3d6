/** What the tests on a page reach of the app: `window.app`. */
export * as account from '../../../src/backend/members/account.ts';
export * as auth from '../../../src/backend/members/auth.ts';
export { keepFragrance } from '../../../src/backend/repositories/keepFragrance.ts';
export * as contact from '../../../src/backend/repositories/contact.ts';
export * as fragrances from '../../../src/backend/repositories/fragranceProfiles.ts';
export * as playlist from '../../../src/backend/repositories/playlist.ts';
export * as preorders from '../../../src/backend/repositories/preorders.ts';
export * as profiles from '../../../src/backend/members/profiles.ts';
export * as recordings from '../../../src/backend/recordings/storedRecordings.ts';
export * as shares from '../../../src/backend/repositories/shares.ts';
export * as submissions from '../../../src/backend/repositories/submissions.ts';
export { backendConfig, playableUrl } from '../../../src/backend/connection/config.ts';
export { supabase } from '../../../src/backend/connection/client.ts';
export { outbox } from '../../../src/backend/outbox/outbox.ts';
export { uploadAudio } from '../../../src/backend/recordings/uploadAudio.ts';
export * as uploadLimits from '../../../src/backend/recordings/uploadAudio.ts';

/** Runs a call; a failure comes back as its code and detail, since errors lose them on their way out of a page. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | { failed: string; detail?: string }> {
  try {
    return await work();
  } catch (error) {
    const { code, detail, message } = error as { code?: string; detail?: string; message: string };
    return { failed: code ?? `uncoded: ${message}`, ...(detail === undefined ? {} : { detail }) };
  }
}
