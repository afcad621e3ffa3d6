import { proxy } from 'valtio';
import { updateProfile, uploadProfilePhoto } from '../backend/profiles.ts';
import { coded, codedFrom, isCoded, type CodedError } from '../domain/errors.ts';
import { PROFILE_PHOTO_MAX_BYTES, type MemberProfile } from '../domain/member.ts';
import { squarePicture } from '../platform/picture.ts';
import { notify } from './notices.ts';
import { rememberUser, session } from './session.ts';

/** Photos are stored as squares of this many pixels. */
export const PHOTO_EDGE = 512;

/** What a member may change; the e-mail is not among it. */
export type ProfileChanges = Partial<Pick<MemberProfile, 'liquidName' | 'favoriteNotes' | 'favoriteScents' | 'scentMood' | 'favoriteSound' | 'preference' | 'location' | 'instagramHandle' | 'showInstagram' | 'tiktokHandle' | 'showTiktok'>>;

export const profileWork = proxy<{
  saving: boolean;
  /** 0 to 1 while a photo goes out. */
  photoProgress: number | null;
}>({ saving: false, photoProgress: null });

/** Of what is proposed only what differs from the member as known. */
export function changedFields(user: MemberProfile, proposed: ProfileChanges): ProfileChanges {
  return Object.fromEntries(Object.entries(proposed).filter(([key, value]) => JSON.stringify(user[key as keyof MemberProfile]) !== JSON.stringify(value))) as ProfileChanges;
}

function failure(error: unknown): CodedError {
  return isCoded(error) ? error : codedFrom(error, 'unknown');
}

function tellFailure(title: string, words: string, error: CodedError): void {
  if (error.code === 'unauthorized') notify({ kind: 'error', title: 'Authentication Error', description: 'User not found. Please log in again.', key: 'profile' });
  else notify({ kind: 'error', title, description: error.code === 'network' ? 'Network error. Please check your connection and try again.' : words, key: 'profile' });
}

/** Saves what has changed. @returns true when the profile is now as proposed */
export async function saveProfile(proposed: ProfileChanges): Promise<boolean> {
  const { user } = session;
  if (user === null) {
    notify({ kind: 'error', title: 'Authentication Error', description: 'Please log in to update your profile.', key: 'profile' });
    return false;
  }
  if (profileWork.saving) return false;
  const changes = changedFields(user, proposed);
  if (Object.keys(changes).length === 0) {
    notify({ kind: 'info', title: 'No changes', key: 'profile' });
    return true;
  }
  profileWork.saving = true;
  try {
    const saved = await updateProfile(user.id, changes);
    if (session.user?.id === user.id) rememberUser(saved);
    notify({ kind: 'success', title: 'Profile updated', description: 'Changes may take a minute to propagate.', key: 'profile' });
    return true;
  } catch (error) {
    tellFailure('Update failed', 'There was a problem updating your profile. Please try again.', failure(error));
    return false;
  } finally {
    profileWork.saving = false;
  }
}

/** Checks, squares and stores a new photo. @returns true when it is the member's photo now */
export async function changePhoto(file: Blob, now: () => Date = () => new Date()): Promise<boolean> {
  const { user } = session;
  if (user === null) {
    notify({ kind: 'error', title: 'Authentication Error', description: 'Please log in to update your profile picture.', key: 'photo' });
    return false;
  }
  if (profileWork.photoProgress !== null) return false;
  profileWork.photoProgress = 0;
  try {
    if (file.size > PROFILE_PHOTO_MAX_BYTES) throw coded('too_large', 'The photo has more than 5 MB.');
    const square = await squarePicture(file, PHOTO_EDGE);
    const saved = await uploadProfilePhoto(user.id, square, {
      now,
      onProgress: (done) => {
        profileWork.photoProgress = done;
      },
    });
    if (session.user?.id === user.id) rememberUser(saved);
    notify({ kind: 'success', title: 'Profile photo updated', key: 'photo' });
    return true;
  } catch (error) {
    const said = failure(error);
    if (said.code === 'too_large') notify({ kind: 'error', title: 'Upload failed', description: 'A photo may have at most 5 MB.', key: 'photo' });
    else if (said.code === 'not_picture') notify({ kind: 'error', title: 'Upload failed', description: 'Please choose a picture: png, jpeg or webp.', key: 'photo' });
    else tellFailure('Upload failed', 'There was a problem uploading your profile photo.', said);
    return false;
  } finally {
    profileWork.photoProgress = null;
  }
}
