import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fragranceOfAnalysis } from '#features/fragrance/domain/timbre/analysisFragrance.ts';
import { peaksOf } from '#features/fragrance/domain/composition/trace.ts';
import '#bench/kernels.ts';
import { analyze } from '#analysis/analyze.ts';
import { mixToMono } from '#analysis/dsp/mix.ts';
import { PcmError } from '#analysis/pcm/index.ts';
import { folderOf, CommandError, sentenceOf as sentenceOfCommand } from '#bench/command.ts';
import { writeAtomically } from '#bench/report.ts';
import { decodeSound } from './decode.ts';
import { OUTPUT_FORMATS, isFormat, type Heard } from './outputs.ts';
import { tempoOf } from './tempo.ts';

const HELP_TEXT = `usage: npm run --silent analyze -- [options] FILE ...

Prints what the engine hears in sounds, and the fragrance of each: WAVE, RF64, AIFF, MP3, FLAC, Ogg and WebM; M4A
and others where ffmpeg is installed. Exit code 1 if one of them cannot be read.

JSON is a line for each sound: the analysis (workers/analysis/types.ts: notes with cents and confidence, the pitch curve "f0"),
"file", "sampleRate", "tempo" and "fragrance". "fragrance" is null where nothing was heard, "tempo" where the onsets of the notes do
not repeat; "level.peak" and "level.rms" (dBFS) are null where no sample differs from zero.

  FILE ...         files, folders with all below them, or - for standard input
  --format FORMAT  ${Object.keys(OUTPUT_FORMATS).join(', ')} (text)
  --json           the same as --format json
  --out FOLDER     write a file for each sound into this folder, which is made if need be
  --help           print this`;

/** The engine on the command line. Each sound that cannot be read is named in one sentence, and the others go on. */

/** Input and output of the command. */
export interface Io {
  stdin(): Promise<Uint8Array<ArrayBuffer>>;
  out(piece: string | Uint8Array): void;
  error(line: string): void;
  /** ms */
  now(): number;
}

/** A sound to transcribe; `path` is null for standard input. */
interface Source {
  name: string;
  path: string | null;
}

/** Names of files that a folder is searched for. */
const SOUND_NAME =
  /^[^.].*\.(wav|wave|w64|rf64|aif|aiff|aifc|caf|au|snd|mp3|mp2|flac|ogg|oga|opus|webm|mka|mkv|m4a|mp4|mov|aac|wma|amr)$/i;

function soundsBelow(path: string): Source[] {
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => SOUND_NAME.test(basename(file)) && statSync(join(path, file)).isFile())
    .sort();
  if (found.length === 0) throw new CommandError('The folder holds no files of sound.');
  return found.map((file) => ({ name: basename(file), path: join(path, file) }));
}

/** The sounds that a word of the command line names. @throws CommandError */
function sourcesOf(word: string): Source[] {
  if (word === '-') return [{ name: 'stdin', path: null }];
  if (!existsSync(word)) throw new CommandError('There is no such file or folder.');
  return statSync(word).isDirectory() ? soundsBelow(word) : [{ name: basename(word), path: word }];
}

/** Long work reports its progress after 2 s, and then every 5 s. */
const FIRST_MS = 2000;
const EVERY_MS = 5000;

/** Reports the progress of the work, by the analysed share of a sound. */
function progressOf({ now, error }: Io, count: number): (source: Source, index: number) => (share: number) => void {
  let next = now() + FIRST_MS;
  return ({ name }, index) =>
    (share) => {
      if (now() < next) return;
      next = now() + EVERY_MS;
      error(`${count === 1 ? '' : `${index + 1} of ${count}, `}${name}: ${Math.floor(100 * share)} %`);
    };
}

async function hear({ name, path }: Source, io: Io, onProgress: (share: number) => void): Promise<Heard> {
  const bytes = path === null ? await io.stdin() : new Uint8Array(readFileSync(path));
  const { sampleRate, channels, missing } = await decodeSound(bytes, path);
  if (missing > 0) io.error(`${path ?? name}: ${missing.toFixed(1)} s are damaged and were left out.`);
  const pcm = mixToMono(channels);
  const analysis = analyze(pcm, sampleRate, { onProgress });
  // Silence gives no fragrance (docs/decisions.md 4).
  const fragrance =
    analysis.essence.length === 0 ? null : fragranceOfAnalysis(analysis, peaksOf(pcm), { now: new Date() });
  return { file: name, sampleRate, analysis, tempo: tempoOf(analysis.notes), fragrance };
}

/** The sentence for an error of one sound. */
function sentenceOf(error: unknown): string {
  if (error instanceof PcmError) return `${error.code}: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND') return 'This format needs the packages for development: `npm ci` installs them.';
  return code === undefined ? message : `The file cannot be read or written (${code}).`;
}

/** The named sounds. Reports an error for each that cannot be found. */
function findSources(words: readonly string[], io: Io): { sources: Source[]; failed: boolean } {
  const sources: Source[] = [];
  let failed = false;
  for (const word of words) {
    try {
      sources.push(...sourcesOf(word));
    } catch (error) {
      failed = true;
      io.error(`${word}: ${sentenceOf(error)}`);
    }
  }
  return { sources, failed };
}

/** @throws CommandError */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new CommandError(`--out: ${path} cannot be made (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** The request; null for the help. @throws CommandError and errors of `parseArgs` */
function parseRequest(args: readonly string[]) {
  const { values, positionals: words } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (words.length === 0) throw new CommandError('FILE ... is missing: --help lists what there is.');
  const name = values.format ?? (values.json ? 'json' : 'text');
  if (!isFormat(name))
    throw new CommandError(`--format does not know "${name}": there are ${Object.keys(OUTPUT_FORMATS).join(', ')}.`);
  if (values.json && name !== 'json') throw new CommandError(`--json and --format ${name} exclude one another.`);
  const out = values.out === undefined ? null : resolve(values.out);
  return { words, name, out: out !== null && existsSync(out) ? folderOf('--out', values.out!) : out };
}

async function run(args: readonly string[], io: Io): Promise<0 | 1> {
  const options = parseRequest(args);
  if (options === null) {
    io.out(`${HELP_TEXT}\n`);
    return 0;
  }
  const { out, words, name } = options;
  const format = OUTPUT_FORMATS[name];
  const { sources, failed } = findSources(words, io);
  if (out === null && sources.length > 1 && !format.isSequence)
    throw new CommandError(`A file of ${name} has one sound: several need --out FOLDER.`);
  const twice =
    out === null ? undefined : sources.find(({ name: one }, i) => sources.findIndex((other) => other.name === one) < i);
  if (twice !== undefined) throw new CommandError(`Two sounds would be written as ${twice.name}.${format.extension}.`);
  if (out !== null && sources.length > 0) makeFolder(out);
  const progress = progressOf(io, sources.length);
  let failures = failed ? 1 : 0;
  let isFirst = true;
  for (const [index, source] of sources.entries()) {
    try {
      const heard = await hear(source, io, progress(source, index));
      if (out === null) io.out(format.write(heard, isFirst));
      else writeAtomically([[join(out, `${source.name}.${format.extension}`), format.write(heard, true)]]);
      isFirst = false;
    } catch (error) {
      failures++;
      io.error(`${source.path ?? source.name}: ${sentenceOf(error)}`);
    }
  }
  return failures > 0 ? 1 : 0;
}

/** Runs the command, and returns its exit code: 1 where something was refused or could not be read. */
export async function analyzeCommand(args: readonly string[], io: Io): Promise<0 | 1> {
  try {
    return await run(args, io);
  } catch (error) {
    io.error(sentenceOfCommand(error));
    return 1;
  }
}
