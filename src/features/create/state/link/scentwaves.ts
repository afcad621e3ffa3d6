import { toCodedError, isCoded } from '#core/values/errors.ts';
import { byPitch, type NoteCode } from '#analysis/values/pitch.ts';
import { parseWebUrl, FALLBACK_NOTES } from '#features/create/domain/scentwaves.ts';
import { transcribeLink, type LinkNotes, type LinkErrorCode } from './linkSound.ts';
import { notify } from '#core/appState/notices.ts';
import { playNote, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { warmEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { scentwaves, stopLoop, notifyNoNotes } from './scentwavesState.ts';
import { blendOf } from '#features/fragrance/domain/timbre/blend.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance, FragranceSource } from '#features/fragrance/domain/composition/model.ts';
import { storePreviousFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';

/** The newest results by URL. */
const cache = new Map<string, LinkNotes>();
const MAX_CACHED = 20;
let abortController: AbortController | null = null;
let analysedNotes: LinkNotes | null = null;

/** The notes of the last link, or null. */
const linkAnalysis = (): LinkNotes | null => analysedNotes;

/** True for a URL that can be analysed. */
export function isAudioUrl(text: string): boolean {
  return parseWebUrl(text) !== null;
}

/** Analyses a link: demo notes for the three platforms, the sound for all others. */
export async function analyzeLink(text: string): Promise<void> {
  const url = parseWebUrl(text);
  if (url === null) return;
  cancelAnalysis();
  stopLoop();
  stopPlaying();
  const controller = new AbortController();
  abortController = controller;
  Object.assign(scentwaves, {
    status: 'analyzing',
    stage: 'fetching',
    progress: null,
    demo: null,
    fallback: false,
    texture: false,
    isPartial: false,
    detected: [],
    selected: [],
    error: null,
  });
  analysedNotes = null;
  try {
    const found =
      cache.get(url.href) ??
      (await transcribeLink(url, controller.signal, (doing) => {
        if (!controller.signal.aborted) Object.assign(scentwaves, doing);
      }));
    if (controller.signal.aborted) return;
    // After a failure of the engine, Analyze starts it again.
    if (!found.engineFailed) cache.set(url.href, found);
    for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest);
    show(found);
    const none = found.notes.length === 0;
    notify({
      kind: none ? 'info' : 'success',
      title: none ? 'No notes found' : 'Analysis complete',
      description: none ? 'Nothing in this sound has a clear pitch.' : `Detected ${found.notes.length} musical notes`,
      pageShowsRest: !none,
      key: 'scentwaves',
    });
  } catch (error) {
    if (controller.signal.aborted || isCoded(error, 'cancelled')) return;
    fail(error);
  } finally {
    if (abortController === controller) abortController = null;
  }
}

/** Cancels the running analysis. */
export function cancelAnalysis(): void {
  abortController?.abort();
  abortController = null;
  if (scentwaves.status === 'analyzing') scentwaves.status = 'idle';
}

/** Adds a note to the selection, or removes it; the selection stays sorted by pitch. */
export function toggleDetected(note: NoteCode): void {
  const { selected } = scentwaves;
  const chosen = selected.includes(note);
  scentwaves.selected = chosen ? selected.filter((other) => other !== note) : [...selected, note].sort(byPitch);
  if (scentwaves.selected.length === 0) stopLoop();
  if (!chosen && !scentwaves.looping) void playNote(note);
}

/** Call it when the screen opens. Returns a function that stops playback and loading. */
export function enterScentwaves(): () => void {
  warmEngine().catch(() => undefined);
  return () => {
    cancelAnalysis();
    stopLoop();
    stopPlaying();
  };
}

function show(found: LinkNotes): void {
  analysedNotes = found;
  Object.assign(scentwaves, {
    status: 'done',
    progress: 1,
    demo: found.demo,
    fallback: false,
    texture: found.texture,
    engineFailed: found.engineFailed,
    isPartial: found.isPartial,
    detected: [...found.notes],
    selected: [...found.picked].sort(byPitch),
    error: null,
  });
}

function fail(thrown: unknown): void {
  const error = toCodedError(thrown, 'engine');
  Object.assign(scentwaves, {
    status: 'failed',
    progress: null,
    demo: null,
    fallback: true,
    texture: false,
    isPartial: false,
    detected: [...FALLBACK_NOTES],
    selected: [...FALLBACK_NOTES].sort(byPitch),
    error: {
      code: error.code as LinkErrorCode,
      ...(error.code === 'http' ? { answer: error.message } : {}),
      ...(error.code === 'unsupported' ? { file: error.message } : {}),
    },
  });
  notify({
    kind: 'error',
    title: 'Analysis failed',
    description: 'Could not analyze the provided audio URL',
    pageShowsRest: true,
    key: 'scentwaves',
  });
}

/**
 * Makes the selected notes the current fragrance, the strongest first (docs/decisions.md, 5).
 * @returns false (and shows a notice) when there is none
 */
export function createFromLink(): boolean {
  if (scentwaves.selected.length === 0) {
    notifyNoNotes();
    return false;
  }
  stopLoop();
  stopPlaying();
  const { trace, timbre } = linkAnalysis() ?? { trace: null, timbre: null };
  const essence = scentwaves.detected.filter((note) => scentwaves.selected.includes(note));
  const fragrance: Fragrance = {
    ...fragranceFromEssence({
      essence,
      source: sourceOfNotes(),
      now: new Date(),
      ...(trace === null ? {} : { trace }),
      blend: blendOf(essence, trace?.notes ?? [], timbre),
    }),
    ...(scentwaves.texture && scentwaves.engineFailed ? { engineFailed: true } : {}),
  };
  storePreviousFragrance();
  setCurrentFragrance(fragrance);
  return true;
}

function sourceOfNotes(): Exclude<FragranceSource, 'beat'> {
  if (scentwaves.demo !== null) return 'demo';
  // Stand-in notes come neither from the sound nor from its link: the visitor chose them.
  if (scentwaves.fallback) return 'keys';
  if (!scentwaves.texture) return 'link';
  return scentwaves.engineFailed ? 'byte-hash' : 'resonance';
}
