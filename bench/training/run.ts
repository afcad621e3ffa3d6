import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listOf, CommandError, wholeNumber } from '#bench/command.ts';
import type { Heard, Trainer } from './trainer.ts';

/**
 * `npm run bench:training`: makes sounds, analyses them in two processes, and trains a network of the engine on their
 * candidates.
 */

export const NETWORKS: Record<string, () => Promise<Trainer>> = {
  notes: async () => (await import('./polyphonic.ts')).notes,
  chords: async () => (await import('./polyphonic.ts')).chords,
  repeats: async () => (await import('./repeats.ts')).repeats,
  seconds: async () => (await import('./seconds.ts')).seconds,
};

const DEFAULT_SOUND_FONT = '/usr/share/sounds/sf2/TimGM6mb.sf2';

export const HELP_TEXT = `usage: npm run bench:training -- [options] NETWORK

Trains a network of the engine on sounds made by fluidsynth and by synthesis, and compares it with the one in use.

  NETWORK            ${Object.keys(NETWORKS).join(', ')}
  --fonts FILE,FILE  sound fonts (${DEFAULT_SOUND_FONT})
  --sounds N         sounds to make (720 to 1,700, as the network needs)
  --epochs N         passes over the candidates (7 to 40)
  --write            put the trained weights in place of those in use`;

/** Processes that analyse. */
const PROCESS_COUNT = 2;

/** Candidates of the sounds 0 to `count` - 1, found by processes in turns; their files are in the folder. */
async function heardInParts(network: string, count: number, folder: string, fonts: string[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  let done = 0;
  const part = (number: number): Promise<void> =>
    new Promise((settle, fail) => {
      const args = [
        network,
        join(folder, String(number)),
        String(number),
        String(PROCESS_COUNT),
        String(count),
        ...fonts,
      ];
      const child = fork(resolve(import.meta.dirname, 'analyzeSounds.ts'), args, {
        execArgv: ['--import', 'tsx'],
        serialization: 'advanced',
      });
      child.on('message', ({ i, found }: { i: number; found: Heard }) => {
        heard[i] = found;
        if (++done % Math.ceil(count / 20) === 0) console.log(`${done} of ${count} sounds`);
      });
      child.once('exit', (code) => (code === 0 ? settle() : fail(new Error(`A part has ended with ${code}.`))));
    });
  await Promise.all(Array.from({ length: PROCESS_COUNT }, (_, number) => part(number)));
  return heard;
}

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      fonts: { type: 'string', default: DEFAULT_SOUND_FONT },
      sounds: { type: 'string' },
      epochs: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const [network = '', ...more] = positionals;
  if (!Object.hasOwn(NETWORKS, network) || more.length > 0)
    throw new CommandError(
      `There is no network "${positionals.join(' ')}": there are ${Object.keys(NETWORKS).join(', ')}.`,
    );
  const sounds = values.sounds === undefined ? null : wholeNumber('--sounds', values.sounds, 10);
  const wanted = values.epochs === undefined ? null : wholeNumber('--epochs', values.epochs, 1);
  const fonts = listOf(values.fonts)!.map((font) => resolve(font));
  const missing = fonts.find((font) => !existsSync(font));
  if (missing !== undefined) throw new CommandError(`--fonts: there is no file ${missing}.`);
  return async () => {
    const { which } = await import('#tests/browserPath.ts');
    if (which('fluidsynth') === null)
      throw new CommandError('fluidsynth is not installed (Debian: apt install fluidsynth).');
    const trainer = await NETWORKS[network]!();
    const { train } = await import('./trainer.ts');
    const { sourceOf } = await import('./network.ts');
    const folder = mkdtempSync(join(tmpdir(), 'accord-training-'));
    try {
      const heard = await heardInParts(network, sounds ?? trainer.sounds, folder, fonts);
      const { stored, report } = train(trainer, heard, wanted ?? trainer.epochs);
      for (const line of report) console.log(line);
      const file = resolve(import.meta.dirname, '../..', trainer.module);
      if (values.write) writeFileSync(file, sourceOf(network, trainer.name, stored));
      else console.log('The weights in use stay: --write replaces them.');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
