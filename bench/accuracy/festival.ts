import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hzOfMidi } from '../../workers/ear/values/pitch.ts';
import { pick } from '../../src/core/values/random.ts';
import { randomMelody } from '../../tests/fixtures/melody.ts';
import type { Tone } from '../../tests/fixtures/synthesis.ts';
import { readPcm } from '../../workers/ear/pcm/index.ts';
import type { ReferenceNote } from './corpus.ts';
import type { Entry, Seeded } from './synthesised.ts';
import { which } from '../../tests/browserPath.ts';

/** The part of the corpus that festival sings: words on pitches, with consonants between the notes. */

/** One syllable each: one consonant, one vowel. */
const SYLLABLES = ['la', 'may', 'no', 'see', 'lee', 'so'];
/** Consonants without a pitch: the note begins after them. */
const VOICELESS = new Set(['s', 'f', 't']);
/** Lowest keys; the voice is a man's. */
const RANGES = [43, 45, 48, 50];
const SECONDS = 8;
/** Share of a syllable at either end in which the pitch glides to its neighbour. */
const GLIDE = 0.12;
/** Rests shorter than this are none. */
const MIN_REST = 0.1;

/** Every attribute is spelled out, as the defaults of festival's DTD are not found everywhere. */
function song(tones: readonly Tone[], words: readonly string[]): string {
  const lines = tones.flatMap(({ midi, onset, offset }, i) => {
    const next = tones[i + 1];
    const rest = next === undefined ? 0 : next.onset - offset;
    const seconds = offset - onset + (rest < MIN_REST ? rest : 0);
    const note = `<DURATION SECONDS="${seconds.toFixed(3)}" BEATS="X"><PITCH FREQ="${hzOfMidi(midi).toFixed(2)}" NOTE="X">${words[i]}</PITCH></DURATION>`;
    return rest < MIN_REST ? [note] : [note, `<REST SECONDS="${rest.toFixed(3)}" BEATS="X"></REST>`];
  });
  return `<?xml version="1.0"?>\n<SINGING BPM="60">\n${lines.join('\n')}\n</SINGING>\n`;
}

/** Where the notes really are, from festival's list of phones (`end number name` a line): two phones a syllable, pauses apart. */
function truthIn(phones: string, tones: readonly Tone[]): ReferenceNote[] {
  const sounding: { name: string; onset: number; offset: number }[] = [];
  let onset = 0;
  for (const line of phones.split('\n')) {
    const found = /^\s*([\d.]+)\s+\d+\s+(\S+)/.exec(line);
    if (found === null) continue;
    const offset = Number(found[1]);
    if (found[2] !== 'pau') sounding.push({ name: found[2]!, onset, offset });
    onset = offset;
  }
  if (sounding.length !== 2 * tones.length)
    throw new Error(`festival sang ${sounding.length} phones for ${tones.length} syllables`);
  return tones.map(({ midi }, i) => {
    const consonant = sounding[2 * i]!;
    const vowel = sounding[2 * i + 1]!;
    return { midi, onset: VOICELESS.has(consonant.name) ? vowel.onset : consonant.onset, offset: vowel.offset };
  });
}

/** The pitch in the middle of each note, where festival holds it: [s, Hz] every 10 ms. */
function middles(notes: readonly ReferenceNote[]): [number, number][] {
  return notes.flatMap(({ midi, onset, offset }) => {
    const edge = Math.max(0.04, GLIDE * (offset - onset));
    const points: [number, number][] = [];
    for (let time = onset + edge; time < offset - edge; time += 0.01)
      points.push([Math.round(time * 100) / 100, hzOfMidi(midi)]);
    return points;
  });
}

/** Runs a script of festival, with the libraries of FESTIVAL_LIB where they are elsewhere. @throws when it fails */
export function runFestival(script: string): void {
  const libraries = process.env['FESTIVAL_LIB'];
  execFileSync('festival', [...(libraries ? ['--datadir', libraries, '--libdir', libraries] : []), '-b', script], {
    stdio: 'ignore',
    timeout: 120_000,
  });
}

/** What festival sings, mono, and where its notes are. @throws when it does not; its files are left in `folder` */
export function sing(
  folder: string,
  tones: readonly Tone[],
  words: readonly string[],
): { pcm: Float32Array; sampleRate: number; notes: ReferenceNote[] } {
  const path = (file: string): string => join(folder, file);
  writeFileSync(path('song.xml'), song(tones, words));
  const keep = `(define (keep utt) (utt.save.wave utt "${path('song.wav')}" 'riff) (utt.save.segs utt "${path('song.lab')}") utt)`;
  writeFileSync(
    path('sing.scm'),
    `(voice_kal_diphone)\n${keep}\n(set! tts_hooks (list utt.synth keep))\n(tts_file "${path('song.xml')}" 'singing)\n`,
  );
  runFestival(path('sing.scm'));
  const { sampleRate, channels } = readPcm(readFileSync(path('song.wav')));
  return { pcm: channels[0]!, sampleRate, notes: truthIn(readFileSync(path('song.lab'), 'utf8'), tones) };
}

/** @returns the sounds, and a remark where something is missing on this machine */
export function sungByFestival(seeded: Seeded): { entries: Entry[]; remark: string | null } {
  const absent = (why: string) => ({
    entries: [],
    remark: `${why}: sung words are left out (Debian: apt install festival festvox-kallpc16k).`,
  });
  if (which('festival') === null) return absent('festival is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'accord-corpus-'));
  try {
    const entries = RANGES.map((low, i): Entry => {
      const random = seeded(`festival ${low}`);
      const tones = randomMelody(
        { seconds: SECONDS, low, high: low + 12, shortest: 0.3, longest: 0.9, repeatGap: 0.15 },
        random,
      );
      const { pcm, sampleRate, notes } = sing(
        folder,
        tones,
        tones.map(() => pick(SYLLABLES, random)),
      );
      const label = {
        kind: 'sung_synth',
        source: 'festival, kal',
        mono: true,
        sr: sampleRate,
        duration: pcm.length / sampleRate,
        notes,
        f0: middles(notes),
        f0_partial: true,
      };
      return { name: `sung_synth__festival_${i}`, pcm, label };
    });
    return { entries, remark: null };
  } catch (error) {
    return absent(`festival did not sing (${error instanceof Error ? error.message.split('\n')[0]! : String(error)})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
