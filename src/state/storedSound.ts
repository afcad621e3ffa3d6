import { coded } from '../domain/errors.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { amendProfile, fragrance } from './fragrance.ts';

/** The sound of a fragrance as an address in our storage: what a share plays and a submission names. */

/** True for a profile that was made of a recording; its recording goes along with it and nothing in its place. */
function isOfRecording({ source, trace }: FragranceProfile): boolean {
  return trace !== undefined || source === 'spectral' || source === 'byte-hash';
}

/**
 * Whether a profile's sound is stored or can be: one that was made of a recording waits until that is stored. Notes that
 * were chosen by hand have no recording; their essence is rendered when it is asked for.
 */
export function hasSound(profile: FragranceProfile): boolean {
  return !isOfRecording(profile) || (profile.audioData !== undefined && profile.audioData !== '');
}

/** True for the address of a recording in our storage; the backend takes no other. */
function isStored(audioData: string): boolean {
  return /^https?:\/\/[^/]+\/storage\/v1\/object\/public\/audio\//.test(audioData);
}

/** What was stored here for profiles without a recording of ours, by profile id. */
const rendered = new Map<string, Promise<string>>();

/**
 * Where the sound of a profile is stored. An older local copy's inlined recording is stored first; where there is no
 * recording of ours (notes chosen by hand, a link from elsewhere), the essence is rendered and stored in its place.
 * @throws coded `no_audio_link`
 */
export async function storedSoundOf(profile: FragranceProfile): Promise<string> {
  const { id, audioData = '' } = profile;
  if (isStored(audioData)) return audioData;
  if (audioData === '' && isOfRecording(profile)) throw coded('no_audio_link', 'The recording has not been stored yet.');
  let storing = rendered.get(id);
  if (storing === undefined) {
    storing = store(profile);
    rendered.set(id, storing);
  }
  try {
    return await storing;
  } catch (error) {
    rendered.delete(id);
    throw coded('no_audio_link', 'The sound could not be stored.', error);
  }
}

async function store(profile: FragranceProfile): Promise<string> {
  const { id, audioData = '' } = profile;
  const inlined = /^data:(audio|video)\//.test(audioData);
  const sound = inlined ? await (await fetch(audioData)).blob() : await (await import('../audio/exportSound.ts')).essenceWav(profile);
  const { uploadAudio } = await import('../backend/uploadAudio.ts');
  const { audioUrl } = await uploadAudio(sound);
  if (inlined && fragrance.profile?.id === id) amendProfile({ audioData: audioUrl });
  return audioUrl;
}
