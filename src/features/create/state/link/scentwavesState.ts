import { proxy } from 'valtio';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Platform } from '../../domain/scentwaves.ts';
import type { Hearing, LinkErrorCode } from './linkSound.ts';
import { notify } from '#core/appState/notices.ts';

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
export function noNotes(): void {
  notify({
    kind: 'warning',
    title: 'No notes detected',
    description: 'Please analyze an audio file first',
    key: 'scentwaves',
  });
}
