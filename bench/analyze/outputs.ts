import { hzOfMidi, midiName } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { accentReason } from '#features/fragrance/domain/words/noteReason.ts';
import { accentsOf } from '#features/fragrance/domain/timbre/accents.ts';
import { AXES, characterOf } from '#features/fragrance/domain/timbre/character.ts';
import { proportionReason } from '#features/fragrance/domain/timbre/proportions.ts';
import { axisFinding, wordOf } from '#features/fragrance/domain/words/traits.ts';
import { midiFile } from '#features/instruments/audio/midi/file/midiWriter.ts';
import type { Analysis, NoteEvent } from '#analysis/types.ts';
import type { Tempo } from './tempo.ts';

/** Writes the analysis of a sound in the formats of the command line. */

export interface Heard {
  /** Its name, without folders. */
  file: string;
  /** Hz. */
  sampleRate: number;
  analysis: Analysis;
  tempo: Tempo | null;
  /** Null for a sound without notes. */
  fragrance: Fragrance | null;
}

function fragranceText(fragrance: Fragrance): string {
  const tier = (notes: readonly string[]): string => notes.join(', ');
  return [
    `fragrance ${fragrance.name}`,
    `  top     ${tier(fragrance.topNotes)}`,
    `  middle  ${tier(fragrance.middleNotes)}`,
    `  base    ${tier(fragrance.baseNotes)}`,
    ...(fragrance.proportions ?? []).map(
      (each, _, all) =>
        `  ${each.note.padEnd(3)} ${String(each.parts).padStart(3)} parts of 100: ${proportionReason(each, all)}`,
    ),
    `  ${fragrance.description}`,
  ].join('\n');
}

/** Character and accents, each with its reason; empty where nothing was voiced. */
function timbreText({ timbre, essence }: Analysis): string {
  if (timbre === null) return '';
  const character = characterOf(timbre);
  const axes = AXES.map((axis) => {
    const value = character.axes[axis];
    return `  ${axis.padEnd(10)} ${value.toFixed(2)} ${wordOf(axis, value).padEnd(9)} ${axisFinding(axis, character)}`;
  });
  const accents = accentsOf(timbre.overtones, essence).map((accent) => `  ${accentReason(accent)}`);
  return ['character', ...axes, 'accents', ...(accents.length > 0 ? accents : ['  none'])].join('\n');
}

/** A number with so many decimals; never "-0". */
function formatFixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** A level in words where there is none. */
const levelText = (dbfs: number): string =>
  Number.isFinite(dbfs) ? `${formatFixed(dbfs, 1)} dBFS` : 'none (digital silence)';

function table({ analysis, tempo }: Heard): string {
  const { duration, level, tuning, complexity, source, silent } = analysis;
  const lines = [
    `duration ${duration.toFixed(2)} s   peak ${levelText(level.peak)}   rms ${levelText(level.rms)}`,
    `source ${source}${silent ? ' (silence)' : ''}   tuning ${formatFixed(tuning.cents, 0)} cents (confidence ${tuning.confidence.toFixed(2)})   complexity ${complexity}`,
    tempo === null
      ? 'tempo none (the onsets do not repeat)'
      : `tempo ${formatFixed(tempo.bpm, 1)} beats a minute (confidence ${tempo.confidence.toFixed(2)})`,
    `essence ${analysis.essence.join(' ') || '-'}`,
  ];
  if (analysis.notes.length > 0) lines.push('', 'note  cents    onset   offset  confidence  velocity');
  for (const note of analysis.notes) {
    lines.push(
      [
        midiName(note.midi).padEnd(4),
        formatFixed(note.cents, 0).padStart(6),
        note.onset.toFixed(3).padStart(8),
        note.offset.toFixed(3).padStart(8),
        note.confidence.toFixed(2).padStart(11),
        note.velocity.toFixed(2).padStart(9),
      ].join(' '),
    );
  }
  return lines.join('\n');
}

const textOf = (heard: Heard): string =>
  [
    table(heard),
    timbreText(heard.analysis),
    heard.fragrance === null ? 'no fragrance: nothing was heard' : fragranceText(heard.fragrance),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const jsonOf = ({ file, sampleRate, analysis, tempo, fragrance }: Heard): string =>
  JSON.stringify({ file, sampleRate, ...analysis, tempo, fragrance });

/** Pitch of a note with its cents, as a MIDI number. */
const pitchOf = ({ midi, cents }: NoteEvent): number => midi + cents / 100;

/** A cell of CSV (RFC 4180). */
const cell = (value: string | number): string =>
  /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

/** Lines of CSV, with a head before the first sound. */
const csv = (head: string, rows: readonly (readonly (string | number)[])[], isFirst: boolean): string =>
  [...(isFirst ? [head] : []), ...rows.map((row) => row.map(cell).join(','))].map((line) => `${line}\n`).join('');

const notesCsv = ({ file, analysis }: Heard, isFirst: boolean): string =>
  csv(
    'file,onset,offset,midi,note,cents,hz,confidence,velocity',
    analysis.notes.map((note) => [
      file,
      formatFixed(note.onset, 3),
      formatFixed(note.offset, 3),
      note.midi,
      midiName(note.midi),
      formatFixed(note.cents, 1),
      formatFixed(hzOfMidi(pitchOf(note)), 2),
      formatFixed(note.confidence, 3),
      formatFixed(note.velocity, 3),
    ]),
    isFirst,
  );

/** Beats a minute of a file without a tempo: its times are exact at any. */
const ANY_TEMPO = 120;

/** A Standard MIDI File of the notes; it has no place for their cents. */
const midiOfNotes = ({ file, analysis, tempo }: Heard): Uint8Array =>
  midiFile(tempo?.bpm ?? ANY_TEMPO, [{ name: file, channel: 0, notes: analysis.notes }]);

/** A format: how it is written, and whether several sounds can follow one another in it. */
interface Format {
  extension: string;
  isSequence: boolean;
  write(heard: Heard, isFirst: boolean): string | Uint8Array;
}

export const OUTPUT_FORMATS = {
  text: {
    extension: 'txt',
    isSequence: true,
    write: (heard, isFirst) => `${isFirst ? '' : '\n'}${heard.file}\n${textOf(heard)}\n`,
  },
  json: { extension: 'json', isSequence: true, write: (heard) => `${jsonOf(heard)}\n` },
  csv: { extension: 'csv', isSequence: true, write: notesCsv },
  midi: { extension: 'mid', isSequence: false, write: midiOfNotes },
} as const satisfies Record<string, Format>;

export const isFormat = (name: string): name is keyof typeof OUTPUT_FORMATS => Object.hasOwn(OUTPUT_FORMATS, name);
