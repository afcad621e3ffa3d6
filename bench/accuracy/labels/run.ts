/**
 * `npx tsx bench/accuracy/labels/run.ts FOLDER`: checks the labels of a corpus before anything is tuned to them. By kind, how far the labelled
 * pitch is from the one that pitchy, which knows nothing of our engine, measures from the label's onset to its offset. A right label is
 * within 50 cents, to either side. A constant difference in Hz, whatever the register, is of the label's making: a grid of frequencies,
 * or an index counted from one. It needs the peers.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pitchy } from '../../engines/pitchy.ts';
import { choosePeers, PEERS_FOLDER } from '../../engines/process.ts';
import { quantile } from '../../latency/statistics.ts';
import { LABELS } from '../../benches.ts';
import { Refusal, runCommand } from '../../options.ts';
import { table } from '../../report.ts';
import { filesIn, kindOf, readLabel, readSound, refuseUnknownKinds } from '../corpus.ts';
import { pitchErrors } from './pitchErrors.ts';

type PitchErrors = ReturnType<typeof pitchErrors>;

const HEAD = [
  'labels above the sound',
  'compared',
  'beyond 50 cents',
  'median cents',
  'median Hz',
  'deep / high half, Hz',
];

const rowOf = (kind: string, errors: PitchErrors): string[] => {
  const cents = errors.map((error) => error.cents);
  const hz = errors.map((error) => error.hz);
  /** The median difference of the deeper and of the higher half of the labels, Hz. */
  const halves = [...errors].sort((a, b) => a.midi - b.midi);
  const half = (from: number, to: number): string =>
    quantile(
      halves.slice(from * halves.length, to * halves.length).map((error) => error.hz),
      0.5,
    ).toFixed(1);
  return [
    kind,
    String(errors.length),
    String(cents.filter((c) => Math.abs(c) > 50).length),
    quantile(cents, 0.5).toFixed(0),
    quantile(hz, 0.5).toFixed(1),
    `${half(0, 0.5)} / ${half(0.5, 1)}`,
  ];
};

await runCommand(LABELS, process.argv.slice(2), async ({ only, json, words: [folder = ''] }) => {
  refuseUnknownKinds(only, [folder]);
  const { peers: installed, remarks } = choosePeers(['pitchy']);
  if (installed.length === 0) throw new Refusal(remarks.join(' '));
  const peers = createRequire(join(PEERS_FOLDER, 'package.json'));
  const engine = await pitchy((name) => import(pathToFileURL(peers.resolve(name)).href));
  const byKind = new Map<string, PitchErrors>();
  for (const name of filesIn(folder, only)) {
    const label = readLabel(folder, name);
    if (!label.mono || label.notes.length === 0) continue;
    const { pcm, sampleRate } = readSound(folder, name);
    const { f0 = [] } = await engine.analyze(pcm, sampleRate);
    byKind.set(kindOf(name), [...(byKind.get(kindOf(name)) ?? []), ...pitchErrors(label.notes, f0)]);
  }
  const rows = [...byKind].map(([kind, errors]) => rowOf(kind, errors));
  console.log(json ? JSON.stringify(Object.fromEntries(byKind), null, 2) : table(HEAD, rows));
});
