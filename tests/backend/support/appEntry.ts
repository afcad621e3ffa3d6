/** What the tests on a page reach of the app: `window.app`. */
export * as account from '../../../src/features/session/backend/account.ts';
export * as auth from '../../../src/features/members/backend/auth.ts';
export { keepFragrance } from '../../../src/features/fragrance/backend/keepFragrance.ts';
export * as contact from '../../../src/features/community/backend/contact.ts';
export * as fragrances from '../../../src/features/fragrance/backend/fragranceProfiles.ts';
export * as takingBack from '../../../src/features/fragrance/backend/takeBackFragrance.ts';
export * as playlist from '../../../src/features/community/backend/playlist.ts';
export * as preorders from '../../../src/features/community/backend/preorders.ts';
export * as profiles from '../../../src/features/members/backend/profiles.ts';
export * as recordings from '../../../src/core/recordings/storedRecordings.ts';
export * as shares from '../../../src/features/share/backend/shares.ts';
export * as submissions from '../../../src/features/community/backend/submissions.ts';
export { backendConfig, playableUrl } from '../../../src/core/backend/config.ts';
export { supabase } from '../../../src/core/backend/client.ts';
export { outbox } from '../../../src/features/outbox/backend/outbox.ts';
export { registerPreorders } from '../../../src/features/community/state/sendPreorder.ts';
export { uploadAudio } from '../../../src/core/recordings/uploadAudio.ts';
export * as uploadLimits from '../../../src/core/recordings/uploadAudio.ts';

/** Runs a call; a failure comes back as its code and detail, since errors lose them on their way out of a page. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | { failed: string; detail?: string }> {
  try {
    return await work();
  } catch (error) {
    const { code, detail, message } = error as { code?: string; detail?: string; message: string };
    return { failed: code ?? `uncoded: ${message}`, ...(detail === undefined ? {} : { detail }) };
  }
}
