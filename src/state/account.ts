import { deleteAccount } from '../backend/account.ts';
import { listOwnFragrances } from '../backend/fragranceProfiles.ts';
import { loadProfile } from '../backend/profiles.ts';
import { playableUrl } from '../backend/config.ts';
import { isCoded } from '../domain/errors.ts';
import { localStore } from '../platform/localStore.ts';
import { loadProfile as profileAtHand, PROFILE_KEY } from './fragrance.ts';
import { localFragrances } from './localFragrances.ts';
import { notify } from './notices.ts';
import { forgetSavedFragrances } from './savedFragrances.ts';
import { forgetUser, isOwnDevice, session } from './session.ts';

/* "Your data is yours": everything in one file, and everything gone. */

interface ExportedFile {
  /** Where the data refers to it. */
  url: string;
  /** The file itself as a `data:` URL; null when it could not be had. */
  data: string | null;
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(blob);
  });
}

async function fetched(url: string): Promise<ExportedFile> {
  if (url.startsWith('data:')) return { url: 'inline', data: url };
  try {
    const response = await fetch(playableUrl(url));
    return { url, data: response.ok ? await dataUrlOf(await response.blob()) : null };
  } catch {
    return { url, data: null };
  }
}

/**
 * Everything Accord knows about the member: account, profile, saved fragrances, what only this device holds, and the
 * photo and recordings themselves. One JSON file.
 * @throws CodedError when the backend is away; half an export would look like a whole one
 */
export async function exportEverything(now: Date): Promise<{ name: string; file: Blob }> {
  const { user } = session;
  if (user === null) throw new Error('Nobody is signed in.');
  const [profile, fragrances] = await Promise.all([loadProfile(user.id), listOwnFragrances(user.id)]);
  const urls = [profile?.profilePhoto ?? user.profilePhoto, ...fragrances.map(({ audioData }) => audioData)].filter((url): url is string => url !== null);
  const files: ExportedFile[] = [];
  for (const url of new Set(urls)) files.push(await fetched(url));
  const everything = {
    product: 'Accord',
    exportedAt: now.toISOString(),
    account: { id: user.id, email: user.email, createdAt: user.createdAt },
    profile: profile ?? user,
    fragrances,
    onThisDevice: { fragranceAtHand: profileAtHand(), waitingToBeSaved: localFragrances(user.id, isOwnDevice(user.id)) },
    files,
  };
  return { name: `accord-${now.toISOString().slice(0, 10)}.json`, file: new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }) };
}

/** Deletes the account with everything in it, here and there. @returns true when it is gone */
export async function eraseAccount(): Promise<boolean> {
  if (session.user === null) return false;
  try {
    await deleteAccount();
  } catch (error) {
    notify({
      kind: 'error',
      title: 'Your account could not be deleted.',
      description: isCoded(error, 'network') ? 'Network error. Please check your connection and try again.' : 'Nothing was lost or changed. Please try again.',
      key: 'account',
    });
    return false;
  }
  forgetSavedFragrances();
  forgetUser();
  localStore.remove(PROFILE_KEY);
  notify({ kind: 'success', title: 'Your account is deleted.', description: 'Your profile, your fragrances and their files are gone with it.', key: 'account' });
  return true;
}
