import { proxy } from 'valtio';
import type { Sequence } from '../../audio/instrument/sequence.ts';
import { RecordingPlayer, type Playable } from '../../audio/playback/recordingPlayer.ts';
import { isCoded } from '../../domain/errors.ts';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { notify, RESULTS_NOTICE_MS } from '../shell/notices.ts';
import { openEngineOr, tellSilence, type PlayFailure } from './soundEngine.ts';
import { LatestTask } from '../../platform/lifetime/scope.ts';

/** What sounds right now: one thing at a time. */
export const player = proxy<{
  sounding: null | 'recording' | 'notes';
  /** Place of the sounding note in its sequence. */
  activeIndex: number | null;
  /** The sounding note. */
  note: NoteCode | null;
}>({ sounding: null, activeIndex: null, note: null });

export type { PlayFailure };
/** How playing went. Failures have been told to the visitor already. */
export type PlayOutcome = { ok: true } | { ok: false; code: PlayFailure };

/** A screen's own words for a failure. */
export type PlaybackMessages = Readonly<Record<PlayFailure, string>>;

/** How long a screen's own words stay, ms; such as the store's. */
const WORDS_MS = 3000;
export const DONE: PlayOutcome = { ok: true };

let sequence: Sequence | null = null;
let finishNotes: (() => void) | null = null;
let recording: RecordingPlayer | null = null;
/** An element of the page that plays under the same rule. */
let element: HTMLMediaElement | null = null;
/** The newest start: one that was overtaken while it waited for the browser is dropped. */
const latest = new LatestTask();

function silence(): void {
  player.sounding = null;
  player.activeIndex = null;
  player.note = null;
}

/** Stops whatever sounds; a recording keeps its place. */
export function stopPlaying(): void {
  latest.abort();
  sequence?.stop();
  sequence = null;
  recording?.stop();
  element?.pause();
  element = null;
  silence();
  finishNotes?.();
  finishNotes = null;
}

/** Plays one note; `length` in seconds, 0.5 by default. Settles when it has died away or something else sounds. */
export function playNote(note: NoteCode, options: { length?: number } = {}): Promise<PlayOutcome> {
  return playNotes([note], options);
}

/** A note that is pressed to be heard: it sounds for a second. */
export function hearNote(note: NoteCode): void {
  void playNote(note, { length: 1 });
}

/** How an essence is played: s between its notes, and how long each is. */
export const ESSENCE_RHYTHM = { spacing: 0.6, length: 0.5 } as const;

/** Plays an essence, or stops the notes that sound. */
export function toggleEssence(notes: readonly NoteCode[]): void {
  if (player.sounding === 'notes') stopPlaying();
  else void playNotes(notes, ESSENCE_RHYTHM);
}

/**
 * Plays notes one after the other; `spacing` between onsets (0.5) and `length` (0.5) in seconds, `velocity` (1) above 0. Settles when the
 * last has died away, or when something else was asked for.
 */
export async function playNotes(
  notes: readonly NoteCode[],
  options: { spacing?: number; length?: number; velocity?: number } = {},
): Promise<PlayOutcome> {
  stopPlaying();
  if (notes.length === 0) return DONE;
  const signal = latest.begin();
  player.sounding = 'notes';
  player.activeIndex = 0;
  player.note = notes[0]!;
  const finished = new Promise<void>((resolve) => {
    finishNotes = resolve;
  });
  const instrument = await openEngineOr();
  if (signal.aborted) return DONE;
  if (typeof instrument === 'string') {
    stopPlaying();
    return { ok: false, code: instrument };
  }
  try {
    sequence = instrument.play(notes, {
      ...options,
      onNote: (index, note) => {
        if (signal.aborted) return;
        player.activeIndex = index;
        player.note = note;
      },
      onEnd: () => {
        if (!signal.aborted) stopPlaying();
      },
    });
  } catch {
    // The browser gives the page no more nodes, or none that work.
    stopPlaying();
    return { ok: false, code: tellSilence('playback_failed') };
  }
  await finished;
  return DONE;
}

/** Takes the turn for a sound that is still to be made: whatever sounds stops. What is asked for next ends the signal. */
export function beginListening(): AbortSignal {
  stopPlaying();
  return latest.begin();
}

/**
 * Plays a recording from memory or a URL: from `from` (seconds) when given, else from where it was stopped, or from its
 * beginning when it had come to its end. Settles once it sounds.
 */
export async function playRecording(source: Playable, { from }: { from?: number } = {}): Promise<PlayOutcome> {
  stopPlaying();
  const signal = latest.begin();
  recording ??= new RecordingPlayer(() => {
    if (player.sounding === 'recording') silence();
  });
  player.sounding = 'recording';
  try {
    await recording.play(source, from);
    if (signal.aborted && player.sounding !== 'recording') recording.stop();
    return DONE;
  } catch (error) {
    if (!signal.aborted) silence();
    return tellFailure(isCoded(error, 'not_allowed') ? 'not_allowed' : 'playback_failed');
  }
}

function tellFailure(code: PlayFailure, words?: PlaybackMessages): PlayOutcome {
  if (words !== undefined)
    notify({
      kind: code === 'not_allowed' ? 'info' : 'error',
      title: words[code],
      duration: WORDS_MS,
      key: 'playback',
    });
  else if (code === 'not_allowed')
    notify({
      kind: 'info',
      title: 'Please tap again to play (autoplay is restricted)',
      duration: RESULTS_NOTICE_MS,
      key: 'playback',
    });
  else tellSilence(code);
  return { ok: false, code };
}

/**
 * Plays an audio or video element that stands on a page, from its beginning when it had come to its end. Its screen
 * calls {@link elementStopped} when the element pauses, ends, fails or goes away. Settles once it sounds.
 */
export async function playElement(
  media: HTMLMediaElement,
  { words }: { words?: PlaybackMessages } = {},
): Promise<PlayOutcome> {
  stopPlaying();
  const signal = latest.begin();
  element = media;
  player.sounding = 'recording';
  if (media.ended) media.currentTime = 0;
  try {
    await media.play();
    return DONE;
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    // Stopped before it had begun: nothing has failed.
    if (signal.aborted || name === 'AbortError') return DONE;
    element = null;
    silence();
    return tellFailure(name === 'NotAllowedError' ? 'not_allowed' : 'playback_failed', words);
  }
}

/** Says that an element does not sound any more; one that was started again meanwhile is left alone. */
export function elementStopped(media: HTMLMediaElement): void {
  if (element !== media || (!media.paused && !media.ended && media.isConnected)) return;
  element = null;
  silence();
}

/** Lets the loaded recording go, for instance when a new one is made. */
export function forgetRecording(): void {
  if (player.sounding === 'recording') stopPlaying();
  recording?.forget();
}

/** Seconds from the start of the recording that sounds, or was loaded last, for a playhead; read it per frame. */
export function playbackPosition(): number {
  return element?.currentTime ?? recording?.position ?? 0;
}
