import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole, type Log } from '#bench/report.ts';

/**
 * Guards the figures that have been reached: `--guard` compares those of a run with the accepted ones in
 * `bench/guard/accepted.json`, `--accept` puts those of the run in their place.
 */

const FILE = join(import.meta.dirname, 'accepted.json');

/** What a kind may lose unnoticed, points. */
const MAX_LOSS = 2;

/** Figures of the kinds of one set, in percent. */
export type Figures = Readonly<Record<string, number>>;

/** A line for each kind that lost too much against its accepted figure, and a remark on those that have none. */
export function compareFigures(what: string, figures: Figures, accepted: Figures | undefined) {
  if (accepted === undefined) return { fallen: [], remarks: [`${what}: no figures have been accepted yet.`] };
  const fallen = Object.entries(accepted)
    .filter(([kind, before]) => kind in figures && before - figures[kind]! > MAX_LOSS)
    .map(([kind, before]) => `${what}, ${kind}: ${before.toFixed(1)} was accepted, ${figures[kind]!.toFixed(1)} now.`);
  const unknown = Object.keys(figures).filter((kind) => !(kind in accepted));
  return { fallen, remarks: unknown.length === 0 ? [] : [`${what}, without accepted figures: ${unknown.join(', ')}.`] };
}

const roundFigures = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([kind, value]) => [kind, Math.round(10 * value) / 10]));

/** The accepted figures with those of a run, rounded; kinds that it did not measure stay. */
export const withAccepted = (
  accepted: Readonly<Record<string, Figures>>,
  run: ReadonlyMap<string, Figures>,
): Record<string, Figures> => ({
  ...accepted,
  ...Object.fromEntries([...run].map(([what, figures]) => [what, { ...accepted[what], ...roundFigures(figures) }])),
});

/**
 * Compares the figures of a run, by their meaning, with the accepted ones, or accepts them; prints what it found, and lets
 * the process fail if a kind fell.
 */
export function guard(run: ReadonlyMap<string, Figures>, accept: boolean, log: Log): void {
  const accepted: Record<string, Figures> = existsSync(FILE)
    ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Figures>)
    : {};
  if (accept) {
    writeWhole([[FILE, `${JSON.stringify(withAccepted(accepted, run), null, 2)}\n`]]);
    log(`Accepted: ${[...run.keys()].join('; ')}.`);
    return;
  }
  const compared = [...run].map(([what, figures]) => compareFigures(what, figures, accepted[what]));
  for (const line of compared.flatMap(({ remarks }) => remarks)) log(line);
  const fallen = compared.flatMap(({ fallen }) => fallen);
  for (const line of fallen) log(line);
  const kinds = [...run.values()].reduce((sum, figures) => sum + Object.keys(figures).length, 0);
  log(`${kinds - fallen.length} figures hold, ${fallen.length} fell by more than ${MAX_LOSS} points.`);
  if (fallen.length > 0) process.exitCode = 1;
}
