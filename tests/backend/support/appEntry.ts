/** Modules of the app for tests on a page: `window.app`. */
export * as account from '#features/session/backend/account.ts';
export * as auth from '#features/members/backend/auth.ts';
export { saveProfileFragrance } from '#features/fragrance/backend/saveProfileFragrance.ts';
export * as requests from '#features/community/backend/requests.ts';
export * as fragrances from '#features/fragrance/backend/fragranceProfiles.ts';
export * as profileFragrances from '#features/fragrance/backend/saveProfileFragrance.ts';
export * as playlist from '#features/community/backend/playlist.ts';
export * as profiles from '#features/members/backend/profiles.ts';
export * as recordings from '#core/recordings/storedRecordings.ts';
export * as shares from '#features/share/backend/shares.ts';
export { backendConfig, playableUrl } from '#core/backend/config.ts';
export { supabase } from '#core/backend/client.ts';
export { outbox } from '#features/outbox/backend/outbox.ts';
// Registers the sender of preorders.
import '#features/community/state/preorder.ts';
export { uploadAudio } from '#core/recordings/uploadAudio.ts';
export * as uploadLimits from '#core/recordings/uploadAudio.ts';

/** Runs a call; a failure comes back as its code and detail, since errors lose them on their way out of a page. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | { failed: string; detail?: string }> {
  try {
    return await work();
  } catch (error) {
    const { code, detail, message } = error as { code?: string; detail?: string; message: string };
    return { failed: code ?? `uncoded: ${message}`, ...(detail === undefined ? {} : { detail }) };
  }
}
