/**
 * `npm run bench:songs`: whose notes the fragrance of a whole song has. A band plays eight songs of three minutes on sampled
 * instruments (fluidsynth and a sound font); for each the table tells how many notes of the essence are of the melody, of the
 * chords or of the bass alone, how much of each part was heard, and how fast.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../kernels.ts';
import { midiName } from '../../workers/ear/values/pitch.ts';
import { seededRandom } from '../../src/core/values/random.ts';
import type { WrittenNote } from '../../src/features/instruments/audio/midi/file/midiWriter.ts';
import { analyze } from '../../workers/ear/analysis/index.ts';
import type { Analysis } from '../../workers/ear/analysis/types.ts';
import { soundFont } from '../accuracy/sampled.ts';
import { which } from '../../tests/browserPath.ts';
import { playedByFluidsynth } from '../fluidsynth.ts';
import type { BENCHES } from '../benches.ts';
import { Refusal, type Asked } from '../options.ts';
import { machine, sayer, table, writeResults } from '../report.ts';
import { PARTS, shareOf, songs, type Part, type Song } from './song.ts';

const RATE = 44_100;
/** A note of a part was heard if one of its pitch begins within this, s. */
const NEAR = 0.08;

/** How much louder drums and bass are in a loud mix, and the gain before it is limited, dB. */
const DRUMS = 9;
const BASS = 4;
const LIMITED = 9;
const gainOf = (decibels: number): number => 10 ** (decibels / 20);

/** The sound of a song: as the sound font plays it, or mixed for the dance floor: loud drums and bass, limited. */
function mixed(folder: string, font: string, { tracks }: Song, isLoud: boolean): Float32Array {
  if (!isLoud) return playedByFluidsynth(folder, font, tracks, RATE, true);
  const parts = tracks.map((track) => ({
    pcm: playedByFluidsynth(folder, font, [track], RATE, true),
    gain: gainOf(track.name === 'drums' ? DRUMS : track.name === 'bass' ? BASS : 0),
  }));
  const sum = new Float32Array(Math.max(...parts.map(({ pcm }) => pcm.length)));
  for (const { pcm, gain } of parts) for (let i = 0; i < pcm.length; i++) sum[i]! += gain * pcm[i]!;
  const peak = sum.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return sum.map((x) => Math.tanh((gainOf(LIMITED) * x) / peak));
}

interface Row {
  song: string;
  essence: string[];
  /** Notes of the essence by the part that has the most of their pitch; null: of no part. */
  of: Record<Part | 'none', number>;
  /** Share of the essence's notes that are among the eight longest of melody and chords. */
  leading: number;
  /** Share of each part's notes that were heard. */
  heard: Record<Part, number>;
  /** Share of the heard notes that some part plays. */
  right: number;
  speed: number;
}

function rowOf({ name, parts }: Song, { essence, notes }: Analysis, taken: number, seconds: number): Row {
  const of = { melody: 0, chords: 0, bass: 0, none: 0 };
  for (const code of essence) of[partOf(code, parts)]++;
  const lengths = new Map<string, number>();
  for (const { midi, onset, offset, velocity } of [...parts.melody, ...parts.chords])
    lengths.set(midiName(midi), (lengths.get(midiName(midi)) ?? 0) + (offset - onset) * velocity);
  const leading = [...lengths]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([code]) => code);
  const isHeard = (note: WrittenNote): boolean =>
    notes.some(({ midi, onset }) => midi === note.midi && Math.abs(onset - note.onset) < NEAR);
  const all = PARTS.flatMap((part) => parts[part]);
  const isPlayed = ({ midi, onset }: Analysis['notes'][number]): boolean =>
    all.some((note) => note.midi === midi && Math.abs(note.onset - onset) < NEAR);
  return {
    song: name,
    essence: [...essence],
    of,
    leading: essence.filter((code) => leading.includes(code)).length / Math.max(1, essence.length),
    heard: {
      melody: shareOf(parts.melody, isHeard),
      chords: shareOf(parts.chords, isHeard),
      bass: shareOf(parts.bass, isHeard),
    },
    right: shareOf(notes, isPlayed),
    speed: seconds / taken,
  };
}

/** The part that plays a note for the longest; melody before chords before bass where they play it alike. */
function partOf(code: string, parts: Song['parts']): Part | 'none' {
  let best: Part | 'none' = 'none';
  let longest = 0;
  for (const part of PARTS) {
    const seconds = parts[part].reduce(
      (sum, { midi, onset, offset }) => sum + (midiName(midi) === code ? offset - onset : 0),
      0,
    );
    if (seconds > longest) [best, longest] = [part, seconds];
  }
  return best;
}

const percent = (share: number): string => (100 * share).toFixed(0);

export function run({ seconds, name, only, loud, json, isNarrowed }: Asked<typeof BENCHES.songs>): void {
  const say = sayer(json);
  const font = soundFont();
  if (which('fluidsynth') === null || font === null)
    throw new Refusal(
      'The songs need fluidsynth and a sound font (Debian: apt install fluidsynth fluid-soundfont-gm).',
    );
  const folder = mkdtempSync(join(tmpdir(), 'accord-songs-'));
  const rows: Row[] = [];
  try {
    for (const song of songs(seconds, (band) => seededRandom(`song ${name} ${band}`))) {
      if (only !== null && !only.includes(song.name)) continue;
      const pcm = mixed(folder, font, song, loud);
      const before = process.cpuUsage();
      const analysis = analyze(pcm, RATE);
      const { user, system } = process.cpuUsage(before);
      rows.push(rowOf(song, analysis, (user + system) / 1e6, pcm.length / RATE));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const mean = (value: (row: Row) => number): number => rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
  const text = table(
    [
      '',
      'essence',
      'of melody',
      'chords',
      'bass',
      'none',
      'leading %',
      'heard % of melody',
      'chords',
      'bass',
      'right %',
      'x real time',
    ],
    [
      ...rows.map((row) => [
        row.song,
        row.essence.join(' '),
        ...([...PARTS, 'none'] as const).map((part) => String(row.of[part])),
        percent(row.leading),
        ...PARTS.map((part) => percent(row.heard[part])),
        percent(row.right),
        row.speed.toFixed(0),
      ]),
      [
        '**all**',
        '',
        ...([...PARTS, 'none'] as const).map((part) => String(rows.reduce((sum, row) => sum + row.of[part], 0))),
        percent(mean((row) => row.leading)),
        ...PARTS.map((part) => percent(mean((row) => row.heard[part]))),
        percent(mean((row) => row.right)),
        mean((row) => row.speed).toFixed(0),
      ],
    ],
  );
  const facts = machine([]);
  const data = { seconds, name, loud, rows };
  say(`${text}\n`);
  say(writeResults({ name: 'songs', title: 'Whole songs', markdown: text, data, facts, isNarrowed }));
  if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
}
