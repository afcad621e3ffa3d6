import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mixToMono } from '#analysis/dsp/mix.ts';
import { readPcm } from '#analysis/pcm/index.ts';
import type { EstimatedNote } from '#bench/transcribers/types.ts';
import { CommandError } from '#bench/command.ts';

/** A folder of labelled sound: WAVE files, each with a JSON label of the same name. */

/** A note that is in the sound, by its label; `midi` is real-valued, times in s. */
export type ReferenceNote = EstimatedNote;

export interface Label {
  /** Files of one kind are scored together; `neg_...` hold no notes. */
  kind: string;
  /** Origin of the sound. */
  source?: string;
  /** True for one voice, whose pitch track can be scored. */
  mono: boolean;
  /** Sample rate, Hz. */
  sr: number;
  /** s */
  duration: number;
  notes: ReferenceNote[];
  /** False when the label has the pitch track only. */
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

/** Name for `--corpus` of the corpus that generate.ts makes; another one of the same kinds is `generated:NAME`. */
export const GENERATED_CORPUS = 'generated';
export const isGenerated = (corpus: string): boolean =>
  corpus === GENERATED_CORPUS || corpus.startsWith(`${GENERATED_CORPUS}:`);

/** Name for `--corpus` of the public corpus, which instruments.ts fetches. */
export const INSTRUMENT_CORPUS = 'instruments';

/** The kinds of the public corpus, with the version of each package: the corpus is the same everywhere. */
export const INSTRUMENT_VERSIONS: Readonly<Record<string, string>> = Object.fromEntries(
  'bass-electric@1.1.2 bassoon@1.1.2 cello@1.1.1 clarinet@1.1.2 contrabass@1.1.2 flute@1.1.2 french-horn@1.1.2 guitar-acoustic@1.1.2 guitar-electric@1.1.1 guitar-nylon@1.1.1 harmonium@1.1.1 harp@1.1.1 organ@1.1.1 piano@1.1.2 saxophone@1.1.2 trombone@1.1.2 trumpet@1.1.2 tuba@1.1.2 violin@1.1.1 xylophone@1.1.2'
    .split(' ')
    .map((instrument) => instrument.split('@')),
);

/** The kinds of the generated corpus. */
export const GENERATED_KINDS =
  'bars bass_hum mono_clean mono_degraded mono_noise neg_drums neg_noise neg_silence neg_speech over_drums over_talk over_toms phone poly range reverb sung_like'.split(
    ' ',
  );

/** Kinds of sound in a corpus, before it is generated or fetched. */
function kindsIn(corpus: string): string[] {
  if (isGenerated(corpus)) return GENERATED_KINDS;
  if (corpus === INSTRUMENT_CORPUS) return Object.keys(INSTRUMENT_VERSIONS);
  return filesIn(corpus, null).map(kindOf);
}

/** Refuses kinds of sound that no corpus has, and a corpus without sounds. Makes nothing. @throws CommandError */
export function refuseUnknownKinds(only: readonly string[] | null, corpora: readonly string[]): void {
  const kinds = corpora.map((corpus) => ({ corpus, known: kindsIn(corpus) }));
  const empty = kinds.find(({ known }) => known.length === 0);
  if (empty !== undefined) throw new CommandError(`${empty.corpus} holds no WAVE files.`);
  const known = [...new Set(kinds.flatMap((each) => each.known))];
  const unknown = only?.find((kind) => !known.includes(kind));
  if (unknown !== undefined)
    throw new CommandError(`No sounds are of the kind "${unknown}": there are ${known.join(', ')}.`);
}

export const kindOf = (name: string): string => name.split('__')[0]!;

export const readLabel = (folder: string, name: string): Label =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Label;

export function readSound(folder: string, name: string): { pcm: Float32Array; sampleRate: number } {
  const { sampleRate, channels } = readPcm(readFileSync(join(folder, `${name}.wav`)));
  return { pcm: mixToMono(channels), sampleRate };
}
