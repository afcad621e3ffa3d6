import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { refuseUnknownKinds } from './accuracy/corpus.ts';
import { ANALYZE, BENCHES, LABELS, TRAINERS } from './benches.ts';
import { helpOf, readCommand, Refusal, type Command } from './options.ts';
import { machine, writeResults, writeWhole } from './report.ts';

const COMMANDS: [string, Command][] = Object.entries<Command>({
  ...BENCHES,
  ...TRAINERS,
  labels: LABELS,
  analyze: ANALYZE,
});

const folder = mkdtempSync(join(tmpdir(), 'accord-benches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'sung__one.wav'), '');

/** The words that a command needs before anything else is read. */
const needed = ({ words }: Command): string[] =>
  words === undefined || words.least === 0 ? [] : [words.value === 'FOLDER' ? folder : words.about.split(' ')[0]!];

/** The sentence of a refusal. */
function refusal(command: Command, ...args: string[]): string {
  try {
    readCommand(command, args);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return 'accepted';
}

/** Options that take any text: kinds of sound, which are compared with the corpora, new folders, and names. */
const FREE = ['only', 'name', 'seed', 'reports', 'out'];

/** Arguments with a wrong value for each option, and what their refusal says. */
const wrongValues = ({ options }: Command): [argument: string, why: RegExp][] =>
  Object.entries(options).flatMap(([name, { value }]): [string, RegExp][] => {
    if (value === null) return [[`--${name}=yes`, new RegExp(`^--${name} takes no value: `)]];
    const numbers = value === 'N' ? ['abc', '-1', '1e9', 'NaN'] : [];
    return [
      [`--${name}`, new RegExp(`^--${name} needs a value: `)],
      [`--${name}=`, new RegExp(`^--${name}\\b`)],
      ...[...(FREE.includes(name) ? [] : ['/no/such']), ...numbers].map((wrong): [string, RegExp] => [
        `--${name}=${wrong}`,
        new RegExp(`^--${name}\\b.*${wrong.slice(0, 3)}.*\\.$`),
      ]),
    ];
  });

describe.each(COMMANDS)('the command line of %s', (_, command) => {
  const options = Object.entries(command.options);

  it('has one line of help for each option', () => {
    const lines = helpOf(command).split('\n');
    expect(lines[0]).toBe(`usage: ${command.start} [options]${command.words ? ` ${command.words.value}` : ''}`);
    for (const [name, { about }] of options) {
      const [line, ...others] = lines.filter((one) => one.startsWith(`  --${name} `));
      expect(line).toContain(about);
      expect(others).toEqual([]);
    }
    expect(readCommand(command, ['--help'])).toBeNull();
  });

  it('gives every option its default', () => {
    const asked: Record<string, unknown> = readCommand(command, needed(command))!;
    for (const [name, { fallback }] of options) expect(asked[name]).toEqual(fallback);
    expect(asked['isNarrowed']).toBe(false);
  });

  it('refuses what it does not know in one sentence', () => {
    expect(refusal(command, ...needed(command), '--nosuch')).toBe(
      `There is no option --nosuch: \`${command.start} --help\` lists what there is.`,
    );
    const many = Array.from({ length: Math.min(100, 1 + (command.words?.most ?? 0)) }, () => '/no/such');
    expect(refusal(command, ...many)).toMatch(
      command === ANALYZE ? /^accepted$/ : /is too much|whole number|no folder/,
    );
  });

  it.each(wrongValues(command))('refuses %s', (argument, why) => {
    expect(refusal(command, ...needed(command), argument)).toMatch(why);
  });
});

describe('the benches', () => {
  it('start as their help says', () => {
    const scripts: Record<string, string> = packageJson.scripts;
    for (const [name, { start }] of Object.entries(BENCHES)) {
      expect(start).toBe(`npm run bench:${name} --`);
      expect(scripts[`bench:${name}`]).toBe(`tsx bench/run.ts ${name}`);
    }
  });

  it('know which options narrow a run', () => {
    expect(readCommand(BENCHES.page, ['--only', '/'])).toMatchObject({ only: ['/'], isNarrowed: true });
    expect(readCommand(BENCHES.page, ['--runs', '20'])).toMatchObject({ runs: 20, isNarrowed: false });
    expect(readCommand(BENCHES.scale, ['10', '20', '--rows', '2000'])).toMatchObject({ words: [10, 20], rows: 2000 });
  });

  it('refuse unknown voices, pages, peers and patterns with those that there are', () => {
    expect(refusal(BENCHES.live, '--kinds', 'nosuch')).toMatch(/"nosuch": there are sung, flute,/);
    expect(refusal(BENCHES.page, '--only', '/nosuch')).toMatch(/"\/nosuch": there are \/, /);
    expect(refusal(BENCHES.accuracy, '--peers', 'nosuch')).toMatch(/"nosuch": there are pitchy, /);
    expect(refusal(BENCHES.scale, '--only', '(')).toBe('--only takes a pattern, not "(".');
    expect(readCommand(BENCHES.speed, ['--peers', 'none'])).toMatchObject({ peers: [] });
  });

  it('refuse kinds of sound that no corpus has, before one is generated', () => {
    expect(() => refuseUnknownKinds(['nosuch'], ['generated'])).toThrow(/"nosuch": there are bars, /);
    expect(() => refuseUnknownKinds(['bars'], [folder])).toThrow('the kind "bars": there are sung.');
    expect(() => refuseUnknownKinds(['sung', 'bars'], [folder, 'generated:other'])).not.toThrow();
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(() => refuseUnknownKinds(null, [empty])).toThrow('holds no WAVE files');
  });

  it('refuse an unknown kind at the command line, also for guards, the public corpus and folders of recordings', () => {
    const recordings = join(folder, 'recordings');
    mkdirSync(join(recordings, 'ours'), { recursive: true });
    writeFileSync(join(recordings, 'ours', 'whistled__one.flac'), '');
    const unknown = /^No sounds are of the kind "typo": there are [\w, -]+\.$/;
    for (const [command, ...args] of [
      [BENCHES.accuracy],
      [BENCHES.accuracy, '--guard'],
      [BENCHES.accuracy, '--accept', '--recordings', recordings],
      [BENCHES.accuracy, '--corpus', 'instruments'],
      [BENCHES.accuracy, '--corpus', `generated:other,${folder}`],
      [BENCHES.steady],
      [BENCHES.steady, '--corpus', folder],
      [BENCHES.live, '--corpus', 'generated'],
    ] as [Command, ...string[]][])
      expect(refusal(command, ...args, '--only', 'typo')).toMatch(unknown);
    expect(refusal(BENCHES.accuracy, '--corpus', 'instruments', '--only', 'cello')).toBe('accepted');
    expect(refusal(BENCHES.steady, '--recordings', recordings, '--only', 'whistled')).toBe('accepted');
    expect(refusal(BENCHES.live, '--only', 'bars')).toContain('--only chooses kinds of sound of --corpus');
    expect(helpOf(BENCHES.accuracy)).toContain('over_drums');
  });

  it('measure nothing where the command line asks for help, and fail where it is wrong @slow', () => {
    const start = (...args: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'bench/run.ts', ...args], { encoding: 'utf8' });
    expect(start('latency', '--help')).toMatchObject({ status: 0, stdout: `${helpOf(BENCHES.latency)}\n`, stderr: '' });
    expect(start('latency', '--soak', 'abc')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: '--soak takes a whole number from 12 to 86400, not "abc".\n',
    });
    expect(start('accuracy', '--only', 'nosuch')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^No sounds are of the kind "nosuch": there are [\w, ]+\.\n$/),
    });
    expect(start('nosuch')).toMatchObject({ status: 1, stderr: expect.stringContaining('there are accuracy, ') });
  });
});

describe('results', () => {
  const files = (): string[] => readdirSync(join(folder, 'results')).toSorted();
  const finished = { name: 'speed', title: 'Speed', markdown: 'table', facts: machine([]) };

  it('of a part leave those of the whole as they are', () => {
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
      writeWhole([
        [kept, 'half'],
        [join(folder, 'nosuch/file'), ''],
      ]),
    ).toThrow('ENOENT');
    expect(readFileSync(kept, 'utf8')).toBe(before);
    expect(files()).toHaveLength(4);
  });
});
