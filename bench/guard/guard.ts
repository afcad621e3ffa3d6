import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flag } from '../report.ts';

/**
 * Guards the figures that have been reached: `--guard` compares those of a run with the accepted ones in
 * `bench/guard/accepted.json`, `--accept` puts those of the run in their place.
 */

const FILE = join(import.meta.dirname, 'accepted.json');

/** What a kind may lose unnoticed, points. */
const MAX_LOSS = 2;

/** Figures of the kinds of one set, in percent. */
export type Figures = Readonly<Record<string, number>>;

/** What was compared: `fallen` has a line for each kind that lost too much, `remarks` for each that could not be compared. */
export interface Comparison {
  fallen: string[];
  remarks: string[];
}

/** Compares figures with the accepted ones; a kind without an accepted figure is only told. */
export function compareFigures(what: string, figures: Figures, accepted: Figures | undefined): Comparison {
  if (accepted === undefined) return { fallen: [], remarks: [`${what}: no figures have been accepted yet.`] };
  const fallen = Object.entries(accepted)
    .filter(([kind, before]) => kind in figures && before - figures[kind]! > MAX_LOSS)
    .map(([kind, before]) => `${what}, ${kind}: ${before.toFixed(1)} was accepted, ${figures[kind]!.toFixed(1)} now.`);
  const unknown = Object.keys(figures).filter((kind) => !(kind in accepted));
  return { fallen, remarks: unknown.length === 0 ? [] : [`${what}, without accepted figures: ${unknown.join(', ')}.`] };
}

const rounded = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([kind, value]) => [kind, Math.round(10 * value) / 10]));

/**
 * Compares the figures of a run, by what they tell, with the accepted ones, or accepts them with `--accept`; says what it
 * found, and lets the process fail if a kind fell.
 */
export function guard(run: ReadonlyMap<string, Figures>, say: (line: string) => void = console.log): void {
  const accepted: Record<string, Figures> = existsSync(FILE)
    ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Figures>)
    : {};
  if (flag('accept')) {
    for (const [what, figures] of run) accepted[what] = rounded(figures);
    writeFileSync(FILE, `${JSON.stringify(accepted, null, 2)}\n`);
    say(`Accepted: ${[...run.keys()].join('; ')}.`);
    return;
  }
  const compared = [...run].map(([what, figures]) => compareFigures(what, figures, accepted[what]));
  for (const line of compared.flatMap(({ remarks }) => remarks)) say(line);
  const fallen = compared.flatMap(({ fallen }) => fallen);
  for (const line of fallen) say(line);
  const kinds = [...run.values()].reduce((sum, figures) => sum + Object.keys(figures).length, 0);
  say(`${kinds - fallen.length} figures hold, ${fallen.length} fell by more than ${MAX_LOSS} points.`);
  if (fallen.length > 0) process.exitCode = 1;
}
