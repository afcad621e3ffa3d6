import { proxy } from 'valtio';
import type { Sequence } from '#features/instruments/audio/sound/sequence.ts';
import { PLAY_MS, RecordingPlayer, type Playable } from '#features/instruments/audio/playback/recordingPlayer.ts';
import { isCoded } from '#core/values/errors.ts';
import type { NoteCode, Octave } from '#analysis/values/pitch.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { openEngineOr, notifySilence, type PlayFailure } from './soundEngine.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';

/** The current sound: one at a time. */
export const player = proxy<{
  sounding: null | 'recording' | 'notes';
  /** Index of the sounding note in its sequence. */
  activeIndex: number | null;
  /** The sounding note. */
  note: NoteCode | null;
}>({ sounding: null, activeIndex: null, note: null });

/** Result of playing. Failures have already been shown. */
export type PlayOutcome = { ok: true } | { ok: false; code: PlayFailure };

/** A screen's own messages for failures. */
export type PlaybackMessages = Readonly<Record<PlayFailure, string>>;

/** Duration of a screen's own messages, ms; used by the store. */
const WORDS_MS = 3000;
export const DONE_OUTCOME: PlayOutcome = { ok: true };

let sequence: Sequence | null = null;
let finishNotes: (() => void) | null = null;
let recording: RecordingPlayer | null = null;
/** A media element of the page that shares the one-sound rule. */
let element: HTMLMediaElement | null = null;
/** The newest start; an older one is dropped while the browser prepares it. */
const latestStart = new LatestTask();

function silence(): void {
  player.sounding = null;
  player.activeIndex = null;
  player.note = null;
}

/** Stops the current sound; a recording keeps its position. */
export function stopPlaying(): void {
  latestStart.abort();
  sequence?.stop();
  sequence = null;
  recording?.stop();
  element?.pause();
  element = null;
  silence();
  finishNotes?.();
  finishNotes = null;
}

/**
 * Plays one note; `length` in seconds, 0.5 by default. Resolves when it has faded out or something else plays.
 */
export function playNote(note: NoteCode, options: { length?: number } = {}): Promise<PlayOutcome> {
  return playNotes([note], options);
}

/** Plays a pressed note for a second. */
export function previewNote(note: NoteCode): void {
  void playNote(note, { length: 1 });
}

/** Rhythm of an essence, s: spacing and length of its notes. */
export const ESSENCE_RHYTHM = { spacing: 0.6, length: 0.5 } as const;

/** Plays an essence, or stops the playing notes. */
export function toggleEssence(notes: readonly NoteCode[]): void {
  if (player.sounding === 'notes') stopPlaying();
  else void playNotes(notes, ESSENCE_RHYTHM);
}

/**
 * Plays notes one after the other; `spacing` between onsets (0.5) and `length` (0.5) in seconds, `velocity` (1) above
 * 0. Resolves when the last has faded out, or when something else was requested.
 */
export async function playNotes(
  notes: readonly NoteCode[],
  options: { spacing?: number; length?: number; velocity?: number } = {},
): Promise<PlayOutcome> {
  stopPlaying();
  if (notes.length === 0) return DONE_OUTCOME;
  const signal = latestStart.begin();
  player.sounding = 'notes';
  player.activeIndex = 0;
  player.note = notes[0]!;
  const finished = new Promise<void>((resolve) => {
    finishNotes = resolve;
  });
  const instrument = await openEngineOr();
  if (signal.aborted) return DONE_OUTCOME;
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
    // The browser creates no more audio nodes, or only broken ones.
    stopPlaying();
    return { ok: false, code: notifySilence('playback_failed') };
  }
  await finished;
  return DONE_OUTCOME;
}

/**
 * Reserves the turn for a sound that is still being made and stops the current one. The next request aborts the
 * signal.
 */
export function reservePlayback(): AbortSignal {
  stopPlaying();
  return latestStart.begin();
}

/**
 * Plays a recording from memory or a URL: from `from` (seconds) when given, else from where it was stopped, or from
 * the start when it had ended. Resolves once it sounds.
 */
export async function playRecording(source: Playable, { from }: { from?: number } = {}): Promise<PlayOutcome> {
  stopPlaying();
  const signal = latestStart.begin();
  recording ??= new RecordingPlayer(() => {
    if (player.sounding === 'recording') silence();
  });
  player.sounding = 'recording';
  try {
    await recording.play(source, from);
    if (signal.aborted && player.sounding !== 'recording') recording.stop();
    return DONE_OUTCOME;
  } catch (error) {
    if (!signal.aborted) silence();
    return notifyFailure(isCoded(error, 'not_allowed') ? 'not_allowed' : 'playback_failed');
  }
}

function notifyFailure(code: PlayFailure, words?: PlaybackMessages): PlayOutcome {
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
  else notifySilence(code);
  return { ok: false, code };
}

/**
 * Plays an audio or video element of the page, from its start when it had ended. Its screen calls {@link
 * releaseElement} when the element pauses, ends, fails or is removed. Resolves once it sounds.
 */
export async function playElement(
  media: HTMLMediaElement,
  { words }: { words?: PlaybackMessages } = {},
): Promise<PlayOutcome> {
  stopPlaying();
  const signal = latestStart.begin();
  element = media;
  player.sounding = 'recording';
  if (media.ended) media.currentTime = 0;
  try {
    await withTimeout(media.play(), PLAY_MS, () => {
      throw new Error('The sound did not begin.');
    });
    return DONE_OUTCOME;
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    // Stopped before it began: not a failure.
    if (signal.aborted || name === 'AbortError') return DONE_OUTCOME;
    element = null;
    media.pause();
    silence();
    return notifyFailure(name === 'NotAllowedError' ? 'not_allowed' : 'playback_failed', words);
  }
}

/** Marks an element as silent; ignores one that was started again meanwhile. */
export function releaseElement(media: HTMLMediaElement): void {
  if (element !== media || (!media.paused && !media.ended && media.isConnected)) return;
  element = null;
  silence();
}

/** Releases the loaded recording, for instance when a new one is made. */
export function releaseRecording(): void {
  if (player.sounding === 'recording') stopPlaying();
  recording?.forget();
}

/** Position of the playing or last loaded recording, s, for a playhead; read it per frame. */
export function playbackPosition(): number {
  return element?.currentTime ?? recording?.position ?? 0;
}

/** The letters of an octave when it is pressed: a major seventh upwards. */
const CHORD_LETTERS = ['C', 'E', 'G', 'B'] as const;
/** Onset to onset and length of its notes, s. */
const CHORD_RHYTHM = { spacing: 0.16, length: 0.7 } as const;

/** The notes that a pressed octave plays. */
export const octaveChord = (octave: Octave): NoteCode[] =>
  CHORD_LETTERS.map((letter): NoteCode => `${letter}${octave}`);

/** Plays an octave's chord, or stops it when one of its notes sounds. */
export function toggleOctave(octave: Octave): void {
  if (player.note?.endsWith(String(octave)) === true) stopPlaying();
  else void playNotes(octaveChord(octave), CHORD_RHYTHM);
}
