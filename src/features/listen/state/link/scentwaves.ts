import { proxy } from 'valtio';
import { lazyTransport, type Instrument, type StepTransport } from '../../../instruments/audio/index.ts';
import { codedFrom, isCoded } from '../../../../core/values/errors.ts';
import {
  blendOf,
  fragranceFromEssence,
  type Fragrance,
  type FragranceSource,
} from '../../../fragrance/domain/index.ts';
import { midiOf, type NoteCode } from '../../../../core/pitch/pitch.ts';
import {
  parseWebUrl,
  FALLBACK_NOTES,
  LOOP_SPACING_MS,
  PLAY_SPACING_MS,
  type Platform,
} from '../../domain/scentwaves.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { enterInDiary } from '../../../diary/state/entries/index.ts';
import { setCurrentFragrance } from '../../../fragrance/state/index.ts';
import { hearLink, type LinkNotes, type Hearing, type LinkErrorCode } from './linkSound.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { playNote, playNotes, stopPlaying, openEngine, warmEngine } from '../../../instruments/state/playback/index.ts';

export const scentwaves = proxy<{
  status: 'idle' | 'analyzing' | 'done' | 'failed';
  /** While analysing: the current step and its progress (0 to 1, null when unknown). */
  stage: Hearing['stage'];
  progress: number | null;
  demo: Platform | null;
  /** Stand-in notes replace a sound that could not be loaded. */
  fallback: boolean;
  /** The sound has no pitch: its notes come from its texture. */
  texture: boolean;
  /** The reason is an engine failure (docs/decisions.md, 1). */
  engineFailed: boolean;
  detected: NoteCode[];
  /** The notes that play and make the fragrance; a subset of `detected`. */
  selected: NoteCode[];
  /** `file` is the format of a file that this browser cannot decode. */
  error: { code: LinkErrorCode; message: string; file?: string } | null;
  looping: boolean;
  /** The audible note of the loop. */
  active: NoteCode | null;
}>({
  status: 'idle',
  stage: 'fetching',
  progress: null,
  demo: null,
  fallback: false,
  texture: false,
  engineFailed: false,
  detected: [],
  selected: [],
  error: null,
  looping: false,
  active: null,
});

/** Results by URL, for the life of the page. */
const cache = new Map<string, LinkNotes>();
let abort: AbortController | null = null;
let heard: LinkNotes | null = null;
let loop: Scope | null = null;

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
  const mine = new AbortController();
  abort = mine;
  Object.assign(scentwaves, {
    status: 'analyzing',
    stage: 'fetching',
    progress: null,
    demo: null,
    fallback: false,
    texture: false,
    detected: [],
    selected: [],
    error: null,
  });
  heard = null;
  try {
    const found =
      cache.get(url.href) ??
      (await hearLink(url, mine.signal, (doing) => {
        if (!mine.signal.aborted) Object.assign(scentwaves, doing);
      }));
    if (mine.signal.aborted) return;
    cache.set(url.href, found);
    show(found);
    const none = found.notes.length === 0;
    notify({
      kind: none ? 'info' : 'success',
      title: none ? 'No notes found' : 'Analysis complete',
      description: none ? 'Nothing in this sound has a clear pitch.' : `Detected ${found.notes.length} musical notes`,
      key: 'scentwaves',
    });
  } catch (error) {
    if (mine.signal.aborted || isCoded(error, 'cancelled')) return;
    fail(error);
  } finally {
    if (abort === mine) abort = null;
  }
}

/** Cancels the running analysis. */
export function cancelAnalysis(): void {
  abort?.abort();
  abort = null;
  if (scentwaves.status === 'analyzing') scentwaves.status = 'idle';
}

/** Adds a note to the selection, or removes it. */
export function toggleDetected(note: NoteCode): void {
  const chosen = scentwaves.selected.includes(note);
  scentwaves.selected = scentwaves.detected.filter((other) =>
    other === note ? !chosen : scentwaves.selected.includes(other),
  );
  if (scentwaves.selected.length === 0) stopLoop();
  if (!chosen && !scentwaves.looping) void playNote(note);
}

/** Plays the selected notes once, 600 ms each. */
export async function playSelected(): Promise<void> {
  stopLoop();
  await playNotes(scentwaves.selected, { spacing: PLAY_SPACING_MS / 1000, length: PLAY_SPACING_MS / 1000 });
}

/** Plays the selected notes in a loop, 800 ms each, or stops. */
export async function toggleLoop(): Promise<void> {
  if (scentwaves.looping) {
    stopLoop();
    return;
  }
  if (scentwaves.selected.length === 0) {
    noNotes();
    return;
  }
  stopPlaying();
  const scope = new Scope();
  loop = scope;
  scentwaves.looping = true;
  const [engine, transport] = await Promise.all([openEngine(), lazyTransport()]);
  const tone = await engine?.tone();
  if (scope.disposed) return;
  if (engine === null || tone === undefined) {
    stopLoop();
    return;
  }
  runLoop(engine, tone, transport.StepTransport, scope);
}

function stopLoop(): void {
  loop?.dispose();
  loop = null;
  scentwaves.looping = false;
  scentwaves.active = null;
}

/** Makes the selected notes the current fragrance. @returns false (and shows a notice) when there is none */
export function createFromLink(): boolean {
  if (scentwaves.selected.length === 0) {
    noNotes();
    return false;
  }
  stopLoop();
  stopPlaying();
  const { trace, colour, whole } = heard ?? { trace: null, colour: null, whole: null };
  // Without a changed selection, use the whole sound, as every other entry does.
  const sound = whole !== null && isAsPicked() ? whole : null;
  const fragrance: Fragrance = {
    ...fragranceFromEssence({
      essence: sound?.essence ?? [...scentwaves.selected],
      source: sourceOfNotes(),
      now: new Date(),
      ...(trace === null ? {} : { trace }),
      blend: sound?.blend ?? blendOf(scentwaves.selected, trace?.notes ?? [], colour),
    }),
    ...(scentwaves.texture && scentwaves.engineFailed ? { engineFailed: true } : {}),
  };
  setCurrentFragrance(fragrance);
  enterInDiary(fragrance);
  return true;
}

/** True while the selection is unchanged. */
function isAsPicked(): boolean {
  const { selected } = scentwaves;
  return (
    heard !== null && selected.length === heard.picked.length && heard.picked.every((note) => selected.includes(note))
  );
}

function sourceOfNotes(): Exclude<FragranceSource, 'beat'> {
  if (scentwaves.demo !== null) return 'demo';
  // Stand-in notes come neither from the sound nor from its link: the visitor chose them.
  if (scentwaves.fallback) return 'keys';
  return scentwaves.texture ? 'byte-hash' : 'link';
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

function noNotes(): void {
  notify({
    kind: 'warning',
    title: 'No notes detected',
    description: 'Please analyze an audio file first',
    key: 'scentwaves',
  });
}

function show(found: LinkNotes): void {
  heard = found;
  Object.assign(scentwaves, {
    status: 'done',
    progress: 1,
    demo: found.demo,
    fallback: false,
    texture: found.texture,
    engineFailed: found.engineFailed,
    detected: [...found.notes],
    selected: [...found.picked],
    error: null,
  });
}

function fail(thrown: unknown): void {
  const error = codedFrom(thrown, 'engine');
  const message = error.code === 'http' ? `Failed to fetch audio: ${error.message}` : 'Failed to analyze audio file';
  Object.assign(scentwaves, {
    status: 'failed',
    progress: null,
    demo: null,
    fallback: true,
    texture: false,
    detected: [...FALLBACK_NOTES],
    selected: [...FALLBACK_NOTES],
    error: {
      code: error.code as LinkErrorCode,
      message,
      ...(error.code === 'unsupported' ? { file: error.message } : {}),
    },
  });
  notify({
    kind: 'error',
    title: 'Analysis failed',
    description: 'Could not analyze the provided audio URL',
    key: 'scentwaves',
  });
}

type ToneContext = Awaited<ReturnType<Instrument['tone']>>;

/** Runs the loop on the transport: each step is one note. */
function runLoop(engine: Instrument, tone: ToneContext, Transport: typeof StepTransport, scope: Scope): void {
  const noteOf = (step: number): NoteCode | null =>
    scentwaves.selected[step % Math.max(1, scentwaves.selected.length)] ?? null;
  const sounded = new Map<number, NoteCode>();
  const transport = new Transport(tone, (step, time) => {
    const note = noteOf(step);
    if (note === null) return;
    sounded.set(step, note);
    sounded.delete(step - 8);
    engine.voices.start({ midi: midiOf(note), velocity: 1, time, length: LOOP_SPACING_MS / 1000, source: 'loop' });
  });
  // A step is half a beat: 37.5 beats a minute give steps of 800 ms.
  transport.start({ bpm: 30_000 / LOOP_SPACING_MS, swing: 50 });
  scope.interval(() => {
    scentwaves.active = sounded.get(transport.stepAt(engine.audibleTime())) ?? null;
  }, 25);
  scope.add(() => {
    transport.stop();
    engine.voices.stop('loop');
  });
}
