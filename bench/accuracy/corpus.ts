import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mixToMono } from '../../workers/ear/analysis/dsp/mix.ts';
import { decodeWav } from '../../workers/ear/pcm/wav.ts';
import type { EstimatedNote } from '../engines/types.ts';
import { Refusal } from '../options.ts';

/** A folder of labelled sound: WAVE files, each with a JSON label of the same name. */

/** A note that is in the sound, by its label; `midi` is real-valued, times in s. */
export type ReferenceNote = EstimatedNote;

export interface Label {
  /** Files of one kind are scored together; `neg_...` hold no notes. */
  kind: string;
  /** Where the sound is from. */
  source?: string;
  /** True for one voice, whose pitch track can be scored. */
  mono: boolean;
  /** Sample rate, Hz. */
  sr: number;
  /** s */
  duration: number;
  notes: ReferenceNote[];
  /** False when only the pitch track is known. */
  notes_scored?: boolean;
  /** Times in s and Hz, 0 where unvoiced; with `f0_partial` other times are unknown. */
  f0?: [time: number, hz: number][];
  f0_partial?: boolean;
}

/** File names without extension, sorted; only of the given `kinds`, the part of the name before `__`. */
export function filesIn(folder: string, kinds: readonly string[] | null): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.wav'))
    .map((file) => file.slice(0, -4))
    .filter((name) => kinds === null || kinds.includes(kindOf(name)))
    .sort();
}

/** What `--corpus` calls the corpus that generate.ts makes; another one of the same kinds is `generated:NAME`. */
export const GENERATED = 'generated';
export const isGenerated = (corpus: string): boolean => corpus === GENERATED || corpus.startsWith(`${GENERATED}:`);

/** What `--corpus` calls the public corpus, which instruments.ts fetches. */
export const INSTRUMENTS = 'instruments';

/** The kinds of the generated corpus; those of sampled instruments and of festival where they are installed. */
export const GENERATED_KINDS = [
  'bars',
  'bass_hum',
  'mono_clean',
  'mono_degraded',
  'mono_noise',
  'neg_drums',
  'neg_noise',
  'neg_silence',
  'neg_speech',
  'over_drums',
  'over_toms',
  'over_talk',
  'phone',
  'piano',
  'poly',
  'range',
  'reverb',
  'sampled_mono',
  'sampled_poly',
  'sung_like',
  'sung_synth',
];

/** Kinds of sound in some corpora, known before one is generated. */
const kindsIn = (corpora: readonly string[]): string[] => [
  ...new Set(corpora.flatMap((corpus) => (isGenerated(corpus) ? GENERATED_KINDS : filesIn(corpus, null).map(kindOf)))),
];

/**
 * Refuses kinds of sound that no corpus has, and a folder without sounds. @throws Refusal
 */
export function refuseUnknownKinds(only: readonly string[] | null, corpora: readonly string[]): void {
  for (const corpus of corpora)
    if (!isGenerated(corpus) && filesIn(corpus, null).length === 0) throw new Refusal(`${corpus} holds no WAVE files.`);
  const known = kindsIn(corpora);
  const unknown = only?.find((kind) => !known.includes(kind));
  if (unknown !== undefined)
    throw new Refusal(`No sounds are of the kind "${unknown}": there are ${known.join(', ')}.`);
}

export const kindOf = (name: string): string => name.split('__')[0]!;

export const readLabel = (folder: string, name: string): Label =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Label;

export function readSound(folder: string, name: string): { pcm: Float32Array; sampleRate: number } {
  const { sampleRate, channels } = decodeWav(readFileSync(join(folder, `${name}.wav`)));
  return { pcm: mixToMono(channels), sampleRate };
}
