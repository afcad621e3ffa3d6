import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import { kindOf } from '#features/create/audio/files/kind.ts';
import { readSound, type SoundFileError } from '#features/create/audio/files/readSound.ts';
import { fragranceInFile, MAX_IMPORT_BYTES } from '../opening/importFragrance.ts';
import type { Timbre } from '#analysis/values/timbre.ts';
import { traceOf } from '#features/fragrance/domain/composition/trace.ts';
import type { SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import {
  DEMO_DELAY_MS,
  demoNotes,
  distinctNotes,
  pickNotes,
  platformOf,
  type Platform,
  type WeighedNote,
} from '#features/create/domain/scentwaves.ts';
import { codedError } from '#core/values/errors.ts';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { fetchBytes } from '#core/network/fetchBytes.ts';
import { fragranceOfMidi } from '#features/instruments/audio/midi/file/midiReader.ts';

/* Analyses a link for Scentwaves: fetches, decodes and analyses it, or returns demo notes. */

/** Larger linked sounds are not fetched, bytes; an hour of MP3 is half of it. */
const MAX_LINK_BYTES = 100 * 2 ** 20;
/** Timeout of a silent server, and duration limit of a stream of unknown length, ms. */
const STALL_MS = 15_000;
const ENDLESS_MS = 90_000;

/** Result of analysing a linked sound. */
export interface LinkNotes {
  /** Distinct notes, strongest first. */
  notes: NoteCode[];
  picked: NoteCode[];
  demo: Platform | null;
  /** No pitch was found: the notes come from the texture of the sound. */
  texture: boolean;
  /** The notes come from the texture because the engine failed. */
  engineFailed: boolean;
  /** Only a part of the sound could be decoded. */
  isPartial: boolean;
  trace: SoundTrace | null;
  timbre: Timbre | null;
}

/** The current step and its progress (0 to 1, null when unknown). */
export interface LinkProgress {
  stage: 'fetching' | 'listening' | 'demo';
  progress: number | null;
}

export type LinkErrorCode =
  | 'http'
  | 'too_large'
  | 'stalled'
  | 'web_page'
  | 'network'
  | SoundFileError
  | 'not_midi'
  | 'no_notes'
  | 'only_drums'
  | 'midi_failed'
  | 'engine';

/**
 * The notes of a link: demo notes for the three platforms, the notes of the sound for all others. `onProgress` receives
 * the current step and its progress.
 * @throws CodedError with a code of {@link LinkErrorCode}, or `cancelled`
 */
export async function transcribeLink(
  url: URL,
  signal: AbortSignal,
  onProgress: (doing: LinkProgress) => void,
): Promise<LinkNotes> {
  const platform = platformOf(url);
  if (platform === null) return hearSound(url, signal, onProgress);
  onProgress({ stage: 'demo', progress: null });
  const scope = new Scope();
  scope.listen(signal, 'abort', () => scope.dispose());
  await scope.delay(DEMO_DELAY_MS);
  scope.dispose();
  const notes = demoNotes(url.href, platform);
  return {
    notes,
    picked: notes,
    demo: platform,
    texture: false,
    engineFailed: false,
    isPartial: false,
    trace: null,
    timbre: null,
  };
}

async function hearSound(url: URL, signal: AbortSignal, onProgress: (doing: LinkProgress) => void): Promise<LinkNotes> {
  const bytes = await fetchBytes(url, {
    signal,
    limit: MAX_LINK_BYTES,
    stallMs: STALL_MS,
    endlessMs: ENDLESS_MS,
    onProgress: (received, total) =>
      onProgress({ stage: 'fetching', progress: total === null ? null : received / total }),
  });
  const file = new Blob([bytes]);
  const kind = await kindOf(file);
  if (kind?.opens === 'midi') return notesOfMidi(file, signal);
  if (kind?.opens === 'fragrance') return notesOfFragrance(file);
  const { blob, sound, duration, isPartial } = await readSound(file, signal);
  onProgress({ stage: 'listening', progress: 0 });
  const pending = beginAnalysis(analysisClient, blob, duration, { decoded: sound });
  const scope = new Scope();
  scope.listen(signal, 'abort', () => pending.cancel());
  scope.interval(() => onProgress({ stage: 'listening', progress: pending.progress() }), 100);
  try {
    const { analysis, peaks, engineFailure } = await pending.result;
    const weighedNotes: WeighedNote[] =
      analysis.notes.length > 0
        ? distinctNotes(analysis.notes)
        : analysis.silent
          ? []
          : analysis.essence.map((note) => ({ note, weight: 1 }));
    return {
      notes: weighedNotes.map(({ note }) => note),
      picked: pickNotes(weighedNotes),
      demo: null,
      texture: analysis.source !== 'spectral' && !analysis.silent,
      engineFailed: engineFailure !== undefined,
      isPartial,
      trace: traceOf({ duration: analysis.duration, notes: analysis.notes, peaks }),
      timbre: analysis.timbre,
    };
  } finally {
    scope.dispose();
  }
}

/** Converts notes that come without a recording. */
function toLinkNotes(weighed: readonly WeighedNote[], trace: SoundTrace | null): LinkNotes {
  return {
    notes: weighed.map(({ note }) => note),
    picked: pickNotes(weighed),
    demo: null,
    texture: false,
    engineFailed: false,
    isPartial: false,
    trace,
    timbre: null,
  };
}

async function notesOfMidi(file: Blob, signal: AbortSignal): Promise<LinkNotes> {
  const { fragrance } = await fragranceOfMidi(file, signal);
  const { trace = null } = fragrance;
  const played = (trace?.notes ?? []).map((weighedNotes) => ({
    ...weighedNotes,
    midi: midiOf(weighedNotes.note),
    confidence: 1,
  }));
  return toLinkNotes(distinctNotes(played), trace);
}

async function notesOfFragrance(file: Blob): Promise<LinkNotes> {
  const fragrance = file.size > MAX_IMPORT_BYTES ? null : fragranceInFile(await file.text());
  if (fragrance === null) throw codedError('invalid_file', 'It holds no fragrance.');
  const { musicEssence, trace } = fragrance;
  const weighed = musicEssence.map((note, rank) => ({ note, weight: musicEssence.length - rank }));
  return toLinkNotes(weighed, trace ?? null);
}
