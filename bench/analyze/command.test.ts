import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMidi } from 'midi-file';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { midiName } from '#analysis/values/pitch.ts';
import { aiff, flac, id3, concatBytes, oggOpus, wave } from '#tests/fixtures/containers.ts';
import { mp3, ogg } from '#tests/fixtures/make.ts';
import { melody, MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { render } from '#tests/fixtures/synthesis.ts';
import type { Analysis } from '#analysis/types.ts';
import { analyzeCommand } from './command.ts';
import type { Tempo } from './tempo.ts';

const folder = mkdtempSync(join(tmpdir(), 'accord-analyze-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

interface Ran {
  code: 0 | 1;
  out: string;
  bytes: Uint8Array;
  errors: string[];
}

/** Runs the command; each look at the clock takes `tick` ms. */
async function run(
  args: readonly string[],
  stdin: Uint8Array<ArrayBuffer> = new Uint8Array(0),
  tick = 0,
): Promise<Ran> {
  const pieces: Buffer[] = [];
  const errors: string[] = [];
  let time = 0;
  const code = await analyzeCommand(args, {
    stdin: () => Promise.resolve(stdin),
    out: (piece) => void pieces.push(Buffer.from(piece as Uint8Array)),
    error: (line) => void errors.push(line),
    now: () => (time += tick),
  });
  const bytes = Buffer.concat(pieces);
  return { code, out: bytes.toString(), bytes, errors };
}

interface Json extends Analysis {
  file: string;
  tempo: Tempo | null;
}
const jsonLines = ({ out }: Ran): Json[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);

/** Cells of CSV without quotes. */
const cells = (out: string): string[][] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

const SAMPLE_RATE = 16_000;
/** The first five notes of the melody, which are all that it has. */
const SUNG_SOUND = melody(SAMPLE_RATE).subarray(0, Math.round(4.3 * SAMPLE_RATE));
const sungPcm = { channels: [SUNG_SOUND], sampleRate: SAMPLE_RATE };
const silentPcm = { channels: [new Float32Array(SAMPLE_RATE)], sampleRate: SAMPLE_RATE };
const names = (essence: readonly string[]): string[] => [...essence].sort();

describe('npm run analyze', () => {
  let path = '';
  let heard: Json;
  beforeAll(async () => {
    path = file('melody.wav', wave(sungPcm));
    heard = jsonLines(await run([path, '--json']))[0]!;
  });

  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['WAVE whose size was never written', () => wave(sungPcm, { dataSize: 0 })],
    ['WAVE behind an ID3 tag', () => concatBytes(id3(100), wave(sungPcm))],
    ['WAVE of 24 bits in 4 bytes', () => wave(sungPcm, { kind: 's24', padded: { bytes: 4 } })],
    ['RF64', () => wave(sungPcm, { form: 'RF64' })],
    ['AIFF', () => aiff(sungPcm)],
    ['MP3', () => mp3(SUNG_SOUND, SAMPLE_RATE, 64)],
    ['Ogg with Vorbis', () => ogg(SUNG_SOUND, SAMPLE_RATE)],
    ['FLAC', () => flac(sungPcm)],
  ])('finds the melody of a file that is %s', async (_, bytes) => {
    const ran = await run([file('sound', await bytes()), '--json']);
    expect(ran).toMatchObject({ code: 0, errors: [] });
    const [{ essence, duration }] = jsonLines(ran) as [Json];
    expect(names(essence)).toEqual(names(MELODY_NOTES));
    expect(duration).toBeCloseTo(heard.duration, 0);
  });

  it('decodes Opus, without the samples before its beginning', async () => {
    const ran = await run([file('silence.opus', oggOpus(50)), '--json']);
    expect(ran).toMatchObject({ code: 0, errors: [] });
    // 50 packets of 20 ms, less 312 samples of 48 kHz.
    expect(jsonLines(ran)[0]).toMatchObject({ duration: 1 - 312 / 48_000, silent: true });
  });

  it('reports how much of a sound is damaged', async () => {
    const bytes = flac(sungPcm);
    bytes[20_000]! ^= 0xff;
    const damaged = file('damaged.flac', bytes);
    const printed = vi.spyOn(console, 'error');
    const ran = await run([damaged, '--json']);
    const missing = heard.duration - jsonLines(ran)[0]!.duration;
    expect(missing).toBeGreaterThan(0.2);
    expect(ran).toMatchObject({
      code: 0,
      errors: [`${damaged}: ${missing.toFixed(1)} s are damaged and were left out.`],
    });
    expect(printed).not.toHaveBeenCalled();
  });

  it('prints a table with cents and tempo, without cents of -0, and "silence" in words', async () => {
    const { out } = await run([path]);
    expect(out).not.toMatch(/-0\b(?!\.)/);
    expect(out).toMatch(/^melody\.wav\nduration 4\.30 s/);
    expect(out).toContain('tempo none (the onsets do not repeat)');
    const quiet = file('silent.wav', wave(silentPcm));
    expect((await run([quiet])).out).toContain('peak none (digital silence)');
    expect(JSON.parse((await run([quiet, '--json'])).out)).toMatchObject({
      level: { peak: null, rms: null },
      fragrance: null,
      tempo: null,
    });
  });

  it('writes the notes as CSV, with cents and confidence', async () => {
    const [head, ...rows] = cells((await run([path, '--format', 'csv'])).out);
    expect(head).toEqual(['file', 'onset', 'offset', 'midi', 'note', 'cents', 'hz', 'confidence', 'velocity']);
    expect(rows).toHaveLength(heard.notes.length);
    for (const [i, { onset, midi, cents, confidence }] of heard.notes.entries()) {
      const [name, from, , pitch, note, deviation, hz, certainty] = rows[i]!;
      expect([name, pitch, note]).toEqual(['melody.wav', String(midi), midiName(midi)]);
      expect(Number(from)).toBeCloseTo(onset, 2);
      expect(Number(deviation)).toBeCloseTo(cents, 0);
      expect(Number(hz)).toBeCloseTo(440 * 2 ** ((midi + cents / 100 - 69) / 12), 1);
      expect(Number(certainty)).toBeCloseTo(confidence, 2);
    }
  });

  it('quotes names with commas in CSV', async () => {
    const { out } = await run([file('a, "b".wav', wave(sungPcm)), '--format', 'csv']);
    expect(out.split('\n')[1]).toMatch(/^"a, ""b""\.wav",/);
  });

  it('writes the notes as a MIDI file', async () => {
    const { tracks } = parseMidi((await run([path, '--format', 'midi'])).bytes);
    const played = tracks[1]!.flatMap((event) => (event.type === 'noteOn' ? [event.noteNumber] : []));
    expect(played).toEqual(heard.notes.map(({ midi }) => midi));
    expect(tracks[1]![0]).toMatchObject({ type: 'trackName', text: 'melody.wav' });
  });

  it('writes the tempo in each format that has a field for it', async () => {
    const tones = Array.from({ length: 14 }, (_, i) => ({
      midi: 60 + ((5 * i) % 12),
      onset: 0.3 + 0.5 * i,
      offset: 0.65 + 0.5 * i,
    }));
    const beat = file(
      'beat.wav',
      wave({ channels: [render('pluck', tones, 8, SAMPLE_RATE)], sampleRate: SAMPLE_RATE }),
    );
    const { tempo } = jsonLines(await run([beat, '--json']))[0]!;
    expect(tempo!.bpm).toBeCloseTo(120, 0);
    expect((await run([beat])).out).toMatch(/tempo 1(19|20)\.\d beats a minute \(confidence [01]\.\d\d\)/);
    const [conductor] = parseMidi((await run([beat, '--format', 'midi'])).bytes).tracks;
    expect(conductor![0]).toMatchObject({ microsecondsPerBeat: Math.round(60_000_000 / tempo!.bpm) });
  });

  it('reads standard input', async () => {
    const ran = await run(['-', '--json'], wave(sungPcm));
    expect(ran).toMatchObject({ code: 0, errors: [] });
    expect(jsonLines(ran)[0]).toMatchObject({ file: 'stdin', essence: heard.essence });
    expect(await run(['-'])).toMatchObject({ code: 1, errors: ['stdin: The file is empty.'] });
  });

  describe('npm run analyze with several sounds', () => {
    const songs = join(folder, 'songs');
    beforeAll(() => {
      mkdirSync(join(songs, 'below'), { recursive: true });
      writeFileSync(join(songs, 'a.wav'), wave(silentPcm));
      writeFileSync(join(songs, 'below/b.WAV'), wave(silentPcm));
      writeFileSync(join(songs, 'below/._b.wav'), 'of another system');
      writeFileSync(join(songs, 'notes.txt'), 'no sound');
    });

    it('analyses a folder with all below it', async () => {
      const ran = await run([songs, path, '--json']);
      expect(ran).toMatchObject({ code: 0, errors: [] });
      expect(jsonLines(ran).map((one) => one.file)).toEqual(['a.wav', 'b.WAV', 'melody.wav']);
      const csv = await run([songs, path, '--format', 'csv']);
      expect(csv.out.match(/^file,/gm)).toHaveLength(1);
      expect(new Set(cells(csv.out).map(([name]) => name))).toEqual(new Set(['file', 'melody.wav']));
    });

    it('continues after a damaged one, and fails at the end', async () => {
      const damaged = file('damaged.wav', wave(silentPcm).slice(0, 30));
      const ran = await run([damaged, join(folder, 'missing.wav'), path, '--json']);
      expect(ran.code).toBe(1);
      expect(ran.errors).toEqual([
        `${join(folder, 'missing.wav')}: There is no such file or folder.`,
        expect.stringMatching(/damaged\.wav: no_\w+: [^\n]+\.$/),
      ]);
      expect(jsonLines(ran).map((one) => one.file)).toEqual(['melody.wav']);
    });

    it('writes a file for each into a folder', async () => {
      const out = join(folder, 'out/below');
      expect(await run([songs, '--format', 'midi', '--out', out])).toMatchObject({ code: 0, out: '', errors: [] });
      expect(readdirSync(out).sort()).toEqual(['a.wav.mid', 'b.WAV.mid']);
      expect(parseMidi(readFileSync(join(out, 'a.wav.mid'))).header.format).toBe(1);
      const again = await run([songs, join(songs, 'a.wav'), '--out', out]);
      expect(again).toMatchObject({ code: 1, errors: ['Two sounds would be written as a.wav.txt.'] });
      expect(readdirSync(out)).toHaveLength(2);
    });

    it('refuses a format of one sound without a folder', async () => {
      const errors = ['A file of midi has one sound: several need --out FOLDER.'];
      expect(await run([songs, '--format', 'midi'])).toMatchObject({ code: 1, out: '', errors });
    });
  });

  it('reports the progress of long work, and none of short work', async () => {
    expect((await run([path])).errors).toEqual([]);
    const { errors, code } = await run([path, path, '--json'], undefined, 900);
    expect(code).toBe(0);
    expect(errors.length).toBeGreaterThan(1);
    expect(errors[0]).toMatch(/^1 of 2, melody\.wav: \d+ %$/);
    expect(errors.at(-1)).toMatch(/^2 of 2, melody\.wav: \d+ %$/);
  });

  it('decodes other formats with ffmpeg if it is installed, and reports its absence otherwise', async () => {
    const m4a = file('sound.m4a', concatBytes([0, 0, 0, 24], 'ftypM4A ', new Uint8Array(64)));
    vi.stubEnv('PATH', folder);
    expect(await run([m4a])).toMatchObject({
      code: 1,
      errors: [`${m4a}: An MP4 file is read where ffmpeg is installed, which is not the case here.`],
    });
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    // Replaces ffmpeg: writes a WAVE file to standard output, and fails without a file to read.
    const script = `#!/bin/sh\nwhile [ "$1" != -i ]; do shift; done\n[ -f "$2" ] && exec cat '${path}'\n`;
    writeFileSync(join(tools, 'ffmpeg'), script);
    chmodSync(join(tools, 'ffmpeg'), 0o755);
    vi.stubEnv('PATH', `${tools}:/usr/bin:/bin`);
    expect(jsonLines(await run([m4a, '--json']))[0]).toMatchObject({ file: 'sound.m4a', essence: heard.essence });
    expect(jsonLines(await run(['-', '--json'], new Uint8Array(readFileSync(m4a))))[0]).toMatchObject({
      file: 'stdin',
    });
  });

  it.each([
    ['an unknown option', ['x.wav', '--jsn'], /^Unknown option '--jsn': --help lists what there is\.$/],
    ['an unknown letter', ['x.wav', '-j'], /^Unknown option '-j': /],
    ['no file', [], /^FILE \.\.\. is missing: /],
    ['an unknown format', ['x.wav', '--format', 'xml'], /^--format does not know "xml": there are text, json, csv, /],
    ['two formats', ['x.wav', '--json', '--format', 'midi'], /^--json and --format midi exclude one another\.$/],
    ['a file in place of a folder', ['x.wav', '--out', '/dev/null'], /^--out: \/dev\/null is no folder\.$/],
    [
      'a folder that cannot be made',
      ['bench/run.ts', '--out', 'package.json/results'],
      /^--out: .*package\.json\/results cannot be made/,
    ],
  ])('refuses %s in one sentence', async (_, args, sentence) => {
    const { code, out, errors } = await run(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toEqual([expect.stringMatching(sentence)]);
  });

  it.each<[string, string, Uint8Array, RegExp]>([
    ['text', 'text.wav', concatBytes('no sound'), /text\.wav: This is not a sound that can be read\.$/],
    ['an empty file', 'empty.mp3', new Uint8Array(0), /empty\.mp3: The file is empty\.$/],
    [
      'MIDI',
      'song.mid',
      concatBytes('MThd', [0, 0, 0, 6, 0, 0, 0, 1, 1, 224], 'MTrk'),
      /This is a MIDI file, not a sound\.$/,
    ],
    [
      'a damaged FLAC',
      'bad.flac',
      concatBytes('fLaC', new Uint8Array(60)),
      /it looks like a FLAC file, and may be damaged\.$/,
    ],
  ])('refuses %s in one sentence', async (_, name, bytes, sentence) => {
    expect(await run([file(name, bytes)])).toMatchObject({
      code: 1,
      out: '',
      errors: [expect.stringMatching(sentence)],
    });
  });

  it('refuses an empty folder', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(await run([empty])).toMatchObject({ code: 1, errors: [`${empty}: The folder holds no files of sound.`] });
  });

  it('prints its usage', async () => {
    const { out, code } = await run(['--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^usage: npm run --silent analyze/);
    expect(out).toContain('level.peak');
  });
});
