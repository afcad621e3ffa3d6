import { proxy } from 'valtio';
import { updateProfile, uploadProfilePhoto } from '../backend/profiles.ts';
import {
  NETWORK_MESSAGE,
  codedError,
  toCodedError,
  isCoded,
  isUnreachable,
  type CodedError,
} from '#core/values/errors.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { PROFILE_PHOTO_MAX_BYTES } from '../domain/memberCard.ts';
import { squarePicture } from '#core/device/picture.ts';
import { NOTICE_MS, notify, type Notice } from '#core/appState/notices.ts';
import { setUser, session, sessionSignal } from '#features/session/state/session.ts';

/** Photos are stored as squares of this many pixels. */
const PHOTO_EDGE = 512;
/** Larger pictures are not opened, bytes; a stored photo has at most {@link PROFILE_PHOTO_MAX_BYTES}. */
const PICTURE_MAX_BYTES = 50 * 2 ** 20;

/** Fields that a member may change; the e-mail is excluded. */
type ProfileChanges = Partial<
  Pick<
    MemberProfile,
    | 'liquidName'
    | 'favoriteNotes'
    | 'favoriteScents'
    | 'scentMood'
    | 'favoriteSound'
    | 'preference'
    | 'location'
    | 'instagramHandle'
    | 'showInstagram'
    | 'tiktokHandle'
    | 'showTiktok'
  >
>;

export const profileWork = proxy<{
  saving: boolean;
  /** 0 to 1 while a photo is uploaded. */
  photoProgress: number | null;
}>({ saving: false, photoProgress: null });

/** Returns only the proposed fields that differ from the loaded profile. */
function changedFields(user: MemberProfile, proposed: ProfileChanges): ProfileChanges {
  return Object.fromEntries(
    Object.entries(proposed).filter(
      ([key, value]) => JSON.stringify(user[key as keyof MemberProfile]) !== JSON.stringify(value),
    ),
  ) as ProfileChanges;
}

function failure(error: unknown): CodedError {
  return isCoded(error) ? error : toCodedError(error, 'unknown');
}

const notifyAccount = (notice: Notice): void => notify({ duration: NOTICE_MS, ...notice });

/** Shows why a change was rejected; `words` is the fallback. */
function notifyFailure(title: string, words: string, error: CodedError): void {
  if (error.code === 'unauthorized') {
    const isLocalError = (error as { detail?: unknown }).detail === 'no_session';
    notifyAccount({
      kind: 'error',
      title: 'Authentication Error',
      description: isLocalError ? 'No authenticated user found' : 'User not found. Please log in again.',
      key: 'profile',
    });
    return;
  }
  const description = isUnreachable(error)
    ? NETWORK_MESSAGE
    : error.code === 'not_found' || error.code === 'forbidden'
      ? 'Profile not found'
      : error.code === 'rejected' && error.message !== ''
        ? `Error updating profile: ${error.message}`
        : words;
  notifyAccount({ kind: 'error', title, description, key: 'profile' });
}

/** Saves the changed fields. @returns true when the profile is as proposed */
export async function saveProfile(proposed: ProfileChanges): Promise<boolean> {
  const { user } = session;
  if (user === null) {
    notifyAccount({
      kind: 'error',
      title: 'Authentication Error',
      description: 'Please log in to update your profile.',
      key: 'profile',
    });
    return false;
  }
  if (profileWork.saving) return false;
  const changes = changedFields(user, proposed);
  if (Object.keys(changes).length === 0) {
    notifyAccount({ kind: 'info', title: 'No changes', key: 'profile' });
    return true;
  }
  profileWork.saving = true;
  const signal = sessionSignal();
  try {
    const saved = await updateProfile(user.id, changes);
    if (signal.aborted) return false;
    setUser(saved);
    notifyAccount({
      kind: 'success',
      title: 'Profile updated',
      description: 'Changes may take a minute to propagate.',
      key: 'profile',
    });
    return true;
  } catch (error) {
    if (!signal.aborted)
      notifyFailure('Update failed', 'There was a problem updating your profile. Please try again.', failure(error));
    return false;
  } finally {
    profileWork.saving = false;
  }
}

/** Checks, squares and stores a new photo. @returns true when it is stored as the member's photo */
export async function changePhoto(file: Blob, now: () => Date = () => new Date()): Promise<boolean> {
  const { user } = session;
  if (user === null) {
    notifyAccount({
      kind: 'error',
      title: 'Authentication Error',
      description: 'Please log in to update your profile picture.',
      key: 'photo',
    });
    return false;
  }
  if (profileWork.photoProgress !== null) return false;
  profileWork.photoProgress = 0;
  const signal = sessionSignal();
  try {
    if (file.size > PICTURE_MAX_BYTES) throw codedError('too_large', 'The picture is too large to be opened.');
    const square = await squarePicture(file, PHOTO_EDGE);
    if (square.size > PROFILE_PHOTO_MAX_BYTES) throw codedError('too_large', 'The photo has more than 5 MB.');
    if (signal.aborted) return false;
    const saved = await uploadProfilePhoto(user.id, square, {
      now,
      onProgress: (done) => {
        profileWork.photoProgress = done;
      },
    });
    if (signal.aborted) return false;
    setUser(saved);
    notifyAccount({ kind: 'success', title: 'Profile photo updated', key: 'photo' });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const uploadError = failure(error);
    if (uploadError.code === 'too_large')
      notifyAccount({
        kind: 'error',
        title: 'Upload failed',
        description:
          file.size > PICTURE_MAX_BYTES
            ? 'A picture may have at most 50 MB; it is made smaller here.'
            : 'A photo may have at most 5 MB.',
        key: 'photo',
      });
    else if (uploadError.code === 'not_picture')
      notifyAccount({
        kind: 'error',
        title: 'Upload failed',
        description: 'Please choose a picture: png, jpeg or webp.',
        key: 'photo',
      });
    else if ((uploadError as { status?: number }).status === 413)
      notifyAccount({
        kind: 'error',
        title: 'Upload failed',
        description: 'Our server takes no photo of this size. Please choose another one.',
        key: 'photo',
      });
    else notifyFailure('Upload failed', 'There was a problem uploading your profile photo.', uploadError);
    return false;
  } finally {
    profileWork.photoProgress = null;
  }
}
