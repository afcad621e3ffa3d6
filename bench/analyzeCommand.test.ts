import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aiff, id3, joined, wave } from '../tests/fixtures/containers.ts';
import { melody, MELODY_NOTES } from '../tests/fixtures/melody.ts';
import { analyzeCommand } from './analyzeCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'accord-analyze-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const RATE = 16_000;
const sung = { channels: [melody(RATE)], sampleRate: RATE };
const silent = { channels: [new Float32Array(RATE)], sampleRate: RATE };

describe('npm run analyze', () => {
  it.each([
    ['whose size was never written', wave(sung, { dataSize: 0 })],
    ['behind an ID3 tag', joined(id3(100), wave(sung))],
    ['of 24 bits in 4 bytes', wave(sung, { kind: 's24', padded: { bytes: 4 } })],
    ['that is RF64', wave(sung, { form: 'RF64' })],
    ['that is an AIFF', aiff(sung)],
  ])('hears the melody of a file %s', async (_, bytes) => {
    const { out, code } = await analyzeCommand([file('melody.wav', bytes), '--json']);
    expect(code).toBe(0);
    const { essence } = JSON.parse(out!) as { essence: string[] };
    expect(essence.toSorted()).toEqual([...MELODY_NOTES].toSorted());
  });

  it('prints no cents of -0, and the silence of silence in words', async () => {
    expect((await analyzeCommand([file('melody.wav', wave(sung))])).out).not.toMatch(/-0\b(?!\.)/);
    const path = file('silent.wav', wave(silent));
    const { out } = await analyzeCommand([path]);
    expect(out).toContain('peak none (digital silence)');
    expect(out).not.toContain('Infinity');
    expect(JSON.parse((await analyzeCommand([path, '--json'])).out!)).toMatchObject({
      level: { peak: null, rms: null },
      fragrance: null,
    });
  });

  it('refuses in one line what it does not know', async () => {
    const path = file('silent.wav', wave(silent));
    const usage = 'usage: npm run --silent analyze -- FILE.wav [--json]';
    expect(await analyzeCommand([path, '--jsn'])).toEqual({ error: `Unknown option '--jsn' (${usage})`, code: 1 });
    expect(await analyzeCommand([path, '-j'])).toEqual({ error: `Unknown option '-j' (${usage})`, code: 1 });
    expect(await analyzeCommand([])).toEqual({ error: usage, code: 1 });
    expect(await analyzeCommand([path, path])).toEqual({ error: usage, code: 1 });
    expect(await analyzeCommand([file('text.wav', joined('no sound'))])).toMatchObject({
      error: expect.stringMatching(/^not_pcm: /) as string,
      code: 1,
    });
    expect(await analyzeCommand([join(folder, 'missing.wav')])).toMatchObject({
      error: expect.stringContaining('no such file') as string,
      code: 1,
    });
  });

  it('says how it is used', async () => {
    const { out, code } = await analyzeCommand(['--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^usage: npm run --silent analyze/);
    expect(out).toContain('level.peak');
  });
});
