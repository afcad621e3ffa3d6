import { proxy } from 'valtio';
import { coded, codedFrom } from '../domain/errors.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { copyText } from '../platform/clipboard.ts';
import { Scope } from '../platform/scope.ts';
import { openShareSheet } from '../platform/shareSheet.ts';
import { createShare, shareWords } from './createShare.ts';
import { storedSoundOf } from './storedSound.ts';

/** Sharing by link: creating, then copied or handed to the system's share sheet, or an error; then idle again. */

/** How long 'Copied!' stays, ms. */
export const COPIED_MS = 2000;
/** How long an error stays, ms. */
export const ERROR_MS = 3000;
/** The title of every share. */
export const SHARE_TITLE = 'My Accord Fragrance Profile';

export type ShareStatus = 'idle' | 'creating' | 'success' | 'error';

export const share = proxy<{
  status: ShareStatus;
  /** How a success came about. */
  done: 'copied' | 'shared';
  message: string | null;
  /** The profile that all this is about. */
  profileId: string | null;
  /** The link, once it is made; it stays for the visitor to copy by hand. */
  url: string | null;
}>({ status: 'idle', done: 'copied', message: null, profileId: null, url: null });

/** Links of this page's life by what they share: pressing Share again hands out the same link instead of another copy. */
const made = new Map<string, string>();
/** The picture of the profile at hand, made before it is needed: a share sheet opens only shortly after a tap. */
let prepared: { profile: FragranceProfile; picture: Promise<Blob | null> } | null = null;
let resting = new Scope();

/** Makes the picture of a profile ahead of time. */
export function prepareShare(profile: FragranceProfile): void {
  if (prepared?.profile === profile) return;
  prepared = { profile, picture: import('./sharePicture.ts').then(({ sharePicture }) => sharePicture(profile)).catch(() => null) };
}

function pictureOf(profile: FragranceProfile): Promise<Blob | null> {
  prepareShare(profile);
  return prepared!.picture;
}

/** Share: makes the link and hands it over. Ignored while one is being made. */
export async function shareFragrance(profile: FragranceProfile): Promise<void> {
  if (share.status === 'creating') return;
  resting.dispose();
  Object.assign(share, { status: 'creating', message: null, profileId: profile.id, url: null });
  try {
    const picture = await pictureOf(profile);
    share.url = await linkOf(profile, picture);
    await handOver(share.url, picture);
  } catch (error) {
    settle('error', ERROR_MS, shareWords(codedFrom(error, 'failed')));
  }
}

/** Copies the link that was made; a tap of its own, for browsers that want one. */
export async function copyLink(): Promise<void> {
  if (share.url === null) return;
  resting.dispose();
  if (await copyText(share.url)) {
    share.done = 'copied';
    settle('success', COPIED_MS, null);
  } else settle('error', ERROR_MS, shareWords(coded('not_copied', 'The clipboard is out of reach.')));
}

function settle(status: ShareStatus, ms: number, message: string | null): void {
  share.status = status;
  share.message = message;
  resting = new Scope();
  resting.timeout(() => {
    share.status = 'idle';
    share.message = null;
  }, ms);
}

async function handOver(url: string, picture: Blob | null): Promise<void> {
  const files = picture === null ? {} : { files: [new File([picture], 'accord.png', { type: 'image/png' })] };
  switch (await openShareSheet({ title: SHARE_TITLE, text: SHARE_TITLE, url, ...files })) {
    case 'shared':
      share.done = 'shared';
      settle('success', COPIED_MS, null);
      return;
    case 'dismissed':
      share.status = 'idle';
      return;
    default:
      await copyLink();
  }
}

/** The link of a profile, made on the first call. */
async function linkOf(profile: FragranceProfile, picture: Blob | null): Promise<string> {
  const audioUrl = await storedSoundOf(profile);
  const key = `${profile.id} ${profile.name} ${audioUrl}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const { insertShare, isShareIdFree, storeSharePicture } = await import('../backend/shares.ts');
  const id = await createShare(
    {
      isFree: isShareIdFree,
      storePicture: async (candidate) => {
        if (picture !== null) await storeSharePicture(candidate, picture);
      },
      insert: async (candidate) => {
        const { name, musicEssence, topNotes, middleNotes, baseNotes, intensity, complexity, persistence, trace } = profile;
        const row = await insertShare({ shareId: candidate, title: SHARE_TITLE, name, musicEssence, topNotes, middleNotes, baseNotes, audioUrl, intensity, complexity, persistence, trace: trace ?? null });
        return row?.shareId ?? null;
      },
    },
    (count) => crypto.getRandomValues(new Uint8Array(count)),
  );
  const url = `${location.origin}/share/${id}`;
  made.set(key, url);
  return url;
}
