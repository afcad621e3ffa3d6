import { proxy } from 'valtio';
import { MeteredAudio } from '#core/audio/meteredAudio.ts';
import { playableUrl } from '#core/backend/config.ts';
import { loadFragrance } from '../backend/playlist.ts';
import { codedError, isCoded } from '#core/values/errors.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { LatestTask, Scope } from '#core/lifetime/scope.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import {
  ESSENCE_RHYTHM,
  releaseElement,
  playElement,
  playNotes,
  stopPlaying,
  type PlaybackMessages,
} from '#features/instruments/state/playback/player.ts';
import { dropFromPlaylist } from './playlist.ts';

/** The playing fragrance of the playlist, one at a time: its recording or, without one, its notes. */
export const playlistPlayer = proxy<{
  /** Id of the fragrance that plays or is loading. */
  id: string | null;
  status: 'idle' | 'loading' | 'recording' | 'notes';
}>({ id: null, status: 'idle' });

export type PlayableFragrance = Pick<Fragrance, 'id' | 'name' | 'musicEssence'> & {
  hasAudio: boolean;
  audioData?: string | null;
};

const ERROR_MESSAGES: PlaybackMessages = {
  not_allowed: 'Please tap again to play (required by your browser)',
  playback_failed: 'There was a problem playing the audio recording.',
};
const NO_AUDIO = 'No audio recording available for this fragrance';

/** Loaded recording URLs: phones require that a second tap plays at once. */
const loadedUrls = new Map<string, string>();
let meteredSound: MeteredAudio | null = null;
/** The current playback; an overtaken one is dropped while it loads. */
const latestPlayback = new LatestTask();

function player(): MeteredAudio {
  if (meteredSound !== null) return meteredSound;
  const made = new MeteredAudio();
  const { element } = made;
  const scope = new Scope();
  const onPause = (): void => {
    if (!element.paused && !element.ended) return;
    releaseElement(element);
    if (playlistPlayer.status === 'recording') markStopped();
  };
  scope.listen(element, 'pause', onPause);
  scope.listen(element, 'ended', () => {
    element.currentTime = 0;
    releaseElement(element);
    if (playlistPlayer.status === 'recording') markStopped();
  });
  scope.listen(element, 'error', () => {
    if (playlistPlayer.status !== 'recording' || element.error === null) return;
    // Playback started and broke off: the file was removed or is unreachable.
    notify({ kind: 'error', title: ERROR_MESSAGES.playback_failed, duration: NOTICE_MS, key: 'playback' });
    if (playlistPlayer.id !== null) loadedUrls.delete(playlistPlayer.id);
    stopPlaylist();
  });
  meteredSound = made;
  return made;
}

function markStopped(): void {
  playlistPlayer.id = null;
  playlistPlayer.status = 'idle';
}

/** Stops the playlist's sound and resets it to the start. */
export function stopPlaylist(): void {
  latestPlayback.abort();
  if (playlistPlayer.status !== 'idle') stopPlaying();
  if (meteredSound !== null) {
    meteredSound.element.pause();
    if (meteredSound.element.readyState > 0) meteredSound.element.currentTime = 0;
  }
  markStopped();
}

/** Plays a fragrance, or stops it and resets it to the start if it plays already. Stops any other. */
export async function togglePlaylist(fragrance: PlayableFragrance): Promise<void> {
  if (playlistPlayer.id === fragrance.id) {
    stopPlaylist();
    return;
  }
  stopPlaylist();
  const signal = latestPlayback.begin();
  playlistPlayer.id = fragrance.id;
  playlistPlayer.status = 'loading';
  const audio = player();
  try {
    // Start both in the gesture: browsers allow sound only then.
    const [url] = await Promise.all([urlOf(fragrance), audio.connect()]);
    if (signal.aborted) return;
    if (url === null) await playNotesInstead(fragrance, signal);
    else await playUrl(audio, url, fragrance.id, signal);
  } catch (error) {
    if (signal.aborted) return;
    markStopped();
    if (isCoded(error, 'gone')) {
      notify({
        kind: 'error',
        title: 'Not Found',
        description: 'This fragrance is not available in the public playlist',
        duration: NOTICE_MS,
        key: 'playback',
      });
      dropFromPlaylist(fragrance.id);
    } else
      notify({
        kind: 'error',
        title: 'There was a problem playing the audio. Please try again.',
        duration: NOTICE_MS,
        key: 'playback',
      });
  }
}

/** URL of the recording; null when there is none. @throws coded `gone`, or the backend's error */
async function urlOf({ id, hasAudio, audioData }: PlayableFragrance): Promise<string | null> {
  // A recording that was taken back has another address than before.
  const stored = audioData ?? loadedUrls.get(id);
  if (stored !== null && stored !== undefined) return stored.startsWith('data:') ? stored : playableUrl(stored);
  if (!hasAudio) return null;
  const whole = await loadFragrance(id);
  if (whole === null) throw codedError('gone', 'The fragrance is no longer public.');
  if (whole.audioData === null) return null;
  loadedUrls.set(id, whole.audioData);
  return playableUrl(whole.audioData);
}

async function playUrl({ element }: MeteredAudio, url: string, id: string, signal: AbortSignal): Promise<void> {
  if (element.src !== new URL(url, location.href).href) element.src = url;
  playlistPlayer.status = 'recording';
  const outcome = await playElement(element, { words: ERROR_MESSAGES });
  if (signal.aborted || outcome.ok) return;
  if (outcome.code === 'playback_failed') {
    loadedUrls.delete(id);
    element.removeAttribute('src');
    element.load();
  }
  markStopped();
}

/** Plays the notes of a fragrance without a recording. */
async function playNotesInstead({ musicEssence }: PlayableFragrance, signal: AbortSignal): Promise<void> {
  notify({
    kind: 'info',
    title: NO_AUDIO,
    description: 'Playing its notes instead.',
    duration: NOTICE_MS,
    key: 'playback',
  });
  playlistPlayer.status = 'notes';
  await playNotes(musicEssence, ESSENCE_RHYTHM);
  if (!signal.aborted) markStopped();
}

/** Writes the current level of each octave of the recording, 0 to 1. */
export function recordingLevels(out: Float32Array): void {
  if (meteredSound === null) out.fill(0);
  else meteredSound.levels(out);
}

/** Position of the playing sound, s, and its length where the browser has it. */
export function recordingTime(): { position: number; duration: number | null } {
  if (meteredSound === null) return { position: 0, duration: null };
  const { currentTime, duration } = meteredSound.element;
  return { position: currentTime, duration: Number.isFinite(duration) && duration > 0 ? duration : null };
}
