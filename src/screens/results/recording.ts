import type { FragranceProfile } from '../../domain/profile.ts';
import { fragrance } from '../../state/fragrance.ts';
import { notify } from '../../state/notices.ts';
import { playRecording, type PlayOutcome } from '../../state/player.ts';
import { currentRecording } from '../../state/recorder.ts';

/** The recording of a profile: where it was stored, or in memory while it still waits for that. */
function recordingOf(profile: FragranceProfile): Blob | string | null {
  return profile.audioData ?? (fragrance.profile?.id === profile.id ? currentRecording() : null);
}

/** True when a profile was made of a recording (which may be out of reach right now). */
export function hasRecording(profile: FragranceProfile): boolean {
  return profile.trace !== undefined || recordingOf(profile) !== null;
}

/** Plays the recording of a profile, from a time in seconds when one is given; says so when there is none. */
export async function listenTo(profile: FragranceProfile, from?: number): Promise<PlayOutcome> {
  const source = recordingOf(profile);
  if (source === null) {
    notify({ kind: 'error', title: 'No audio recording available', key: 'playback' });
    return { ok: false, code: 'playback_failed' };
  }
  return playRecording(source, from === undefined ? {} : { from });
}
