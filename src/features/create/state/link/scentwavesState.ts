import { proxy } from 'valtio';
import { type NoteCode, midiOf } from '#analysis/values/pitch.ts';
import { type Platform, LOOP_SPACING_MS, PLAY_SPACING_MS } from '#features/create/domain/scentwaves.ts';
import type { LinkProgress, LinkErrorCode } from './linkSound.ts';
import { notify } from '#core/appState/notices.ts';
import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { StepTransport } from '#features/instruments/audio/sound/transport.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { playNotes, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { openEngine } from '#features/instruments/state/playback/soundEngine.ts';

export const scentwaves = proxy<{
  status: 'idle' | 'analyzing' | 'done' | 'failed';
  /** While analysing: the current step and its progress (0 to 1, null when unknown). */
  stage: LinkProgress['stage'];
  progress: number | null;
  demo: Platform | null;
  /** Stand-in notes replace a sound that could not be loaded. */
  fallback: boolean;
  /** The sound has no pitch: its notes come from its texture. */
  texture: boolean;
  /** The reason is an engine failure (docs/decisions.md, 1). */
  engineFailed: boolean;
  /** Only a part of the sound could be decoded. */
  isPartial: boolean;
  detected: NoteCode[];
  /** The notes that play and make the fragrance, lowest first; a subset of `detected`. */
  selected: NoteCode[];
  /** `answer` is the status of a refused request, `file` the format of a file that this browser cannot decode. */
  error: { code: LinkErrorCode; answer?: string; file?: string } | null;
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
  isPartial: false,
  detected: [],
  selected: [],
  error: null,
  looping: false,
  active: null,
});

/** Shows that there is nothing to play, or to make a fragrance of. */
export function notifyNoNotes(): void {
  notify({
    kind: 'warning',
    title: 'No notes detected',
    description: 'Please analyze an audio file first',
    key: 'scentwaves',
  });
}

/* Plays the selected notes of a link, once or in a loop. */

type ToneContext = Awaited<ReturnType<Instrument['tone']>>;

let loop: Scope | null = null;

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
    notifyNoNotes();
    return;
  }
  stopPlaying();
  const scope = new Scope();
  loop = scope;
  scentwaves.looping = true;
  const engine = await openEngine();
  const tone = await engine?.tone();
  if (scope.disposed) return;
  if (engine === null || tone === undefined) {
    stopLoop();
    return;
  }
  runLoop(engine, tone, scope);
}

/** Ends the loop. */
export function stopLoop(): void {
  loop?.dispose();
  loop = null;
  scentwaves.looping = false;
  scentwaves.active = null;
}

/** Runs the loop on the transport: each step is one note. */
function runLoop(engine: Instrument, tone: ToneContext, scope: Scope): void {
  const noteOf = (step: number): NoteCode | null =>
    scentwaves.selected[step % Math.max(1, scentwaves.selected.length)] ?? null;
  const sounded = new Map<number, NoteCode>();
  const transport = new StepTransport(tone, (step, time) => {
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
