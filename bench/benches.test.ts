import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import * as accuracy from '#bench/accuracy/run.ts';
import { sentenceOf } from './command.ts';
import * as latency from '#bench/latency/run.ts';
import * as live from '#bench/live/run.ts';
import * as page from './page.ts';
import { machine, writeResults, writeAtomically } from './report.ts';
import type { Bench } from './run.ts';
import * as scale from '#bench/scale/run.ts';
import * as speed from '#bench/speed/run.ts';
import * as steady from '#bench/steady/run.ts';
import * as training from '#bench/training/run.ts';

const BENCHES: Record<string, Bench> = { accuracy, latency, live, page, scale, speed, steady, training };

const folder = mkdtempSync(join(tmpdir(), 'accord-benches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'sung__one.wav'), '');
const empty = join(folder, 'empty');
mkdirSync(empty);

/** The sentence of a refusal, before anything is made. */
function refusal({ command }: Bench, line: string): string {
  try {
    command(line.split(' '));
  } catch (error) {
    return sentenceOf(error);
  }
  return 'accepted';
}

describe.each(Object.entries(BENCHES))('the command line of bench:%s', (name, bench) => {
  it('starts as its help describes, and refuses an option that is not in its help', () => {
    const scripts: Record<string, string> = packageJson.scripts;
    expect(bench.HELP_TEXT).toMatch(new RegExp(`^usage: npm run bench:${name} -- \\[options\\]`));
    expect(scripts[`bench:${name}`]).toBe(`tsx bench/run.ts ${name}`);
    expect(refusal(bench, '--nosuch')).toBe("Unknown option '--nosuch': --help lists what there is.");
    for (const [, option] of bench.HELP_TEXT.matchAll(/^ {2}--([a-z]+)/gm))
      expect(refusal(bench, `--${option}`)).not.toMatch(/^Unknown option/);
  });
});

it.each([
  ['accuracy', '--only typo', /^No sounds are of the kind "typo": there are bars, [\w, ]+\.$/],
  ['accuracy', '--guard --only typo', /^No sounds are of the kind "typo"/],
  ['accuracy', '--accept --only typo', /^No sounds are of the kind "typo"/],
  ['accuracy', '--corpus instruments --only typo', /kind "typo": there are bass-electric, /],
  ['accuracy', `--corpus ${folder} --only bars`, /kind "bars": there are sung\.$/],
  ['accuracy', `--corpus ${empty}`, /holds no WAVE files\.$/],
  ['accuracy', '--corpus /no/such', /^--corpus: there is no folder "\/no\/such"\.$/],
  ['accuracy', '--corpus generated:a/b', /^--corpus: a corpus is named with letters, digits and -/],
  ['accuracy', '--peers nosuch', /^--peers does not know "nosuch": there are pitchy, basic-pitch\.$/],
  ['accuracy', `--corpus generated:other,${folder} --only sung,bars --peers none`, /^accepted$/],
  ['steady', '--only typo', /^No sounds are of the kind "typo"/],
  ['steady', `--corpus ${folder} --only typo`, /^No sounds are of the kind "typo"/],
  ['steady', '--only phone', /^accepted$/],
  ['live', '--corpus generated --only typo', /^No sounds are of the kind "typo"/],
  ['live', '--only bars', /^--only chooses kinds of sound of --corpus/],
  ['live', '--kinds nosuch', /"nosuch": there are sung, flute, /],
  ['page', '--only /nosuch', /"\/nosuch": there are \/, /],
  ['speed', '--passes 1e3', /^--passes takes a whole number from 1 to \d+, not "1e3"\.$/],
  ['speed', '--passes', /^Option '--passes <value>' argument missing: --help lists what there is\.$/],
  ['latency', '--soak 2', /^--soak takes a whole number from 3 to 86400, not "2"\.$/],
  ['latency', '--events 12 --soak 5', /^accepted$/],
  ['scale', '1000 abc', /^SIZE takes a whole number from 10 to \d+, not "abc"\.$/],
])('bench:%s %s exits with %s before anything is made', (name, line, why) => {
  expect(refusal(BENCHES[name]!, line)).toMatch(why);
});

it('a bench measures nothing for --help, and fails for a wrong command line @slow', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...args], { encoding: 'utf8' });
  expect(start('latency', '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(latency.HELP_TEXT),
    stderr: '',
  });
  expect(start('accuracy', '--only', 'nosuch')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^No sounds are of the kind "nosuch": there are [\w, ]+\.\n$/),
  });
  expect(start('nosuch')).toMatchObject({ status: 1, stderr: expect.stringContaining('there are accuracy, ') });
});

describe('results of benches', () => {
  const files = (): string[] => readdirSync(join(folder, 'results')).toSorted();
  const finished = { name: 'speed', title: 'Speed', markdown: 'table', facts: machine([]) };

  it('of a part of a bench leave those of the whole bench unchanged', () => {
    const whole = { ...finished, data: { rows: 8 }, isNarrowed: false };
    expect(writeResults(whole, join(folder, 'results'))).toBe('Also in bench/results/speed.md and .json.');
    const before = readFileSync(join(folder, 'results/speed.json'), 'utf8');
    expect(JSON.parse(before)).toMatchObject({ rows: 8, machine: { cores: finished.facts.cores } });
    const message = writeResults({ ...whole, data: { rows: 1 }, isNarrowed: true }, join(folder, 'results'));
    expect(message).toContain('the results of a whole run stay as they are');
    expect(readFileSync(join(folder, 'results/speed.json'), 'utf8')).toBe(before);
    expect(files()).toEqual(['speed-part.json', 'speed-part.md', 'speed.json', 'speed.md']);
  });

  it('are written whole or not at all', () => {
    const kept = join(folder, 'results/speed.md');
    const before = readFileSync(kept, 'utf8');
    expect(() =>
      writeAtomically([
        [kept, 'half'],
        [join(folder, 'nosuch/file'), ''],
      ]),
    ).toThrow('ENOENT');
    expect(readFileSync(kept, 'utf8')).toBe(before);
    expect(files()).toHaveLength(4);
  });
});
