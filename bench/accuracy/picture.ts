import type { Score } from './score.ts';

/** The table of accuracies as a picture: for each kind of sound and engine a bar of its note F1, and darker in it what also ends right. */

interface Row extends Pick<Score, 'noteF1' | 'wholeNoteF1' | 'meanNoteF1' | 'meanWholeNoteF1'> {
  engine: string;
}

const WIDTH = 760;
const LEFT = 150;
const RIGHT = 90;
const BAR = 10;
const GAP = 12;
/** Heights of the head, with title and engines, and of the line about a corpus. */
const HEAD = 44;
const SECTION = 24;
/** Readable on white and on near-black, as the README is shown on both: no background, text in a middle grey. */
const TEXT = '#808080';
const COLOURS = [
  ['#f0a35e', '#c96a12'],
  ['#8fb7e0', '#3f78b5'],
  ['#a9cf9a', '#4f8f3a'],
  ['#c9b3e6', '#7d5bb8'],
  ['#e3b8c4', '#b0577a'],
] as const;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The results of engines on one corpus; `about` says which, when. */
export interface Section {
  about: string;
  results: readonly Row[];
}

/** An SVG of the results of engines on one corpus or several, below each other; all by the same engines. */
export function pictureOf(sections: readonly Section[]): string {
  const title = 'Note F1 by kind of sound, % (in brackets and dark: with offsets)';
  const lines: string[] = [`<text x="${LEFT}" y="14">${title}</text>`];
  for (const [i, { engine }] of (sections[0]?.results ?? []).entries()) {
    const x = LEFT + i * 130;
    lines.push(`<rect x="${x}" y="24" width="10" height="10" fill="${COLOURS[i % COLOURS.length]![1]}"/>`);
    lines.push(`<text x="${x + 16}" y="33">${escaped(engine)}</text>`);
  }
  let top = HEAD;
  for (const section of sections) {
    lines.push(`<text x="${LEFT}" y="${top + 12}">${escaped(section.about)}</text>`);
    top = addSection(lines, section.results, top + SECTION);
  }
  const height = top + 8;
  const about = sections.map((section) => escaped(section.about)).join('; ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="${TEXT}">`,
    `<title>${title}: ${about}</title>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** Adds the bars of one corpus from `top` on; returns where they end. */
function addSection(lines: string[], results: readonly Row[], top: number): number {
  const kinds = [...Object.keys(results[0]?.noteF1 ?? {}), 'mean'];
  const scale = (share: number): number => Math.round(share * (WIDTH - LEFT - RIGHT) * 10) / 10;
  const group = results.length * (BAR + 2) + GAP;
  for (const [k, kind] of kinds.entries()) {
    const y0 = top + k * group;
    const weight = kind === 'mean' ? ' font-weight="bold"' : '';
    lines.push(
      `<text x="${LEFT - 10}" y="${y0 + (group - GAP) / 2 + 4}" text-anchor="end"${weight}>${escaped(kind.replaceAll('_', ' '))}</text>`,
    );
    for (const [i, result] of results.entries()) {
      const onset = (kind === 'mean' ? result.meanNoteF1 : result.noteF1[kind]) ?? 0;
      const whole = (kind === 'mean' ? result.meanWholeNoteF1 : result.wholeNoteF1[kind]) ?? 0;
      const y = y0 + i * (BAR + 2);
      const [light, dark] = COLOURS[i % COLOURS.length]!;
      lines.push(`<rect x="${LEFT}" y="${y}" width="${scale(onset)}" height="${BAR}" fill="${light}"/>`);
      lines.push(`<rect x="${LEFT}" y="${y}" width="${scale(whole)}" height="${BAR}" fill="${dark}"/>`);
      lines.push(
        `<text x="${LEFT + scale(onset) + 6}" y="${y + 9}" font-size="10"${weight}>${(100 * onset).toFixed(1)} (${(100 * whole).toFixed(1)})</text>`,
      );
    }
  }
  return top + kinds.length * group;
}
