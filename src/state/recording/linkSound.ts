import { analysisClient } from '../../audio/analysis/analysisClient.ts';
import { beginAnalysis } from '../../audio/analysis/analysisTask.ts';
import { MAX_SECONDS, readDuration, typedSound } from '../../audio/analysis/decode.ts';
import type { Colour } from '../../domain/colour/colour.ts';
import {
  DEMO_DELAY_MS,
  demoNotes,
  distinctNotes,
  pickNotes,
  platformOf,
  type Platform,
  type WeighedNote,
} from '../../domain/community/scentwaves.ts';
import { coded } from '../../domain/errors.ts';
import type { SoundTrace } from '../../domain/fragrance/model.ts';
import { traceOf } from '../../domain/fragrance/trace.ts';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { fetchBytes } from '../../platform/network/fetchBytes.ts';

/* How Scentwaves hears a link: it is fetched, decoded and analysed, or stands for demo notes. */

/** A linked sound larger than this is not fetched, bytes; an hour of MP3 is half of it. */
export const MAX_LINK_BYTES = 100 * 2 ** 20;
/** How long a server may be silent, and a stream of unknown length may run, ms. */
const STALL_MS = 15_000;
const ENDLESS_MS = 90_000;

/** What a link gave. */
export interface Heard {
  /** Distinct notes, strongest first. */
  notes: NoteCode[];
  picked: NoteCode[];
  demo: Platform | null;
  /** No pitch was found: the notes come from the texture of the sound. */
  texture: boolean;
  trace: SoundTrace | null;
  colour: Colour | null;
}

/** What is being done, and how far it is (0 to 1, null when unknown). */
export interface Hearing {
  stage: 'fetching' | 'listening' | 'demo';
  progress: number | null;
}

export type LinkErrorCode =
  | 'http'
  | 'too_large'
  | 'stalled'
  | 'web_page'
  | 'network'
  | 'invalid_file'
  | 'too_long'
  | 'undecodable'
  | 'engine';

/**
 * The notes of a link: demo notes for the three platforms, those of the sound itself for every other. `tell` gets what is
 * being done and how far it is.
 * @throws CodedError with a code of {@link LinkErrorCode}, or `cancelled`
 */
export async function hearLink(url: URL, signal: AbortSignal, tell: (doing: Hearing) => void): Promise<Heard> {
  const platform = platformOf(url);
  if (platform === null) return hearSound(url, signal, tell);
  tell({ stage: 'demo', progress: null });
  const scope = new Scope();
  scope.listen(signal, 'abort', () => scope.dispose());
  await scope.delay(DEMO_DELAY_MS);
  scope.dispose();
  const notes = demoNotes(url.href, platform);
  return { notes, picked: notes, demo: platform, texture: false, trace: null, colour: null };
}

async function hearSound(url: URL, signal: AbortSignal, tell: (doing: Hearing) => void): Promise<Heard> {
  const bytes = await fetchBytes(url, {
    signal,
    limit: MAX_LINK_BYTES,
    stallMs: STALL_MS,
    endlessMs: ENDLESS_MS,
    onProgress: (received, total) => tell({ stage: 'fetching', progress: total === null ? null : received / total }),
  });
  const blob = await typedSound(new Blob([bytes]), url.pathname.split('/').at(-1) ?? '');
  const seconds = await readDuration(blob, signal);
  if (seconds > MAX_SECONDS) throw coded('too_long', `The sound lasts ${Math.round(seconds)} s.`);
  tell({ stage: 'listening', progress: 0 });
  const pending = beginAnalysis(analysisClient, blob, seconds);
  const scope = new Scope();
  scope.listen(signal, 'abort', () => pending.cancel());
  scope.interval(() => tell({ stage: 'listening', progress: pending.progress() }), 100);
  try {
    const { analysis, peaks } = await pending.result;
    const heard: WeighedNote[] =
      analysis.notes.length > 0
        ? distinctNotes(analysis.notes)
        : analysis.silent
          ? []
          : analysis.essence.map((note) => ({ note, weight: 1 }));
    return {
      notes: heard.map(({ note }) => note),
      picked: pickNotes(heard),
      demo: null,
      texture: analysis.source === 'byte-hash' && !analysis.silent,
      trace: traceOf({ duration: analysis.duration, notes: analysis.notes, peaks }),
      colour: analysis.colour,
    };
  } finally {
    scope.dispose();
  }
}
