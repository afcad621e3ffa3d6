import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTE_CODES, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { drawFragrance } from '../drawing/drawing.ts';
import { drawingSvg } from '../drawing/drawingSvg.ts';
import { DARK_PALETTE } from '../drawing/palette.ts';
import { DRAWING_SIZE } from '../drawing/shapes.ts';
import { accordOf, MAX_VOICES, type Voice } from './accord.ts';
import { drawAccord } from './accordFace.ts';
import { accordLabel, accordSentence } from './sentence.ts';

/** A voice that sang these notes one after the other. */
const sung = (musicEssence: NoteCode[], more: Partial<Voice> = {}): Voice => ({
  musicEssence,
  intensity: 0.5,
  complexity: 0.5,
  persistence: 0.5,
  trace: {
    duration: musicEssence.length,
    peaks: [],
    notes: musicEssence.map((note, i) => ({ note, onset: i, offset: i + 0.8, velocity: 0.7, cents: 0 })),
  },
  ...more,
});
const code = fc.constantFrom(...NOTE_CODES);
const unit = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const voices: fc.Arbitrary<Voice> = fc
  .record({
    musicEssence: fc.uniqueArray(code, { minLength: 1, maxLength: 8 }),
    intensity: unit,
    complexity: unit,
    persistence: unit,
    accents: fc.uniqueArray(
      fc.record({
        note: code,
        of: code,
        partial: fc.integer({ min: 2, max: 16 }),
        level: fc.integer({ min: -60, max: 0 }),
      }),
      { maxLength: 3, selector: ({ note }) => note },
    ),
  })
  .chain(({ musicEssence, ...rest }) =>
    fc.boolean().map((heard) => (heard ? sung(musicEssence, rest) : { musicEssence, ...rest })),
  );

describe('an accord', () => {
  it('has the shared notes, those of each voice alone, and the accents of all', () => {
    const first = sung(['E4', 'A4', 'C5'], { accents: [{ note: 'E6', of: 'E4', partial: 4, level: -9 }] });
    const second = sung(['A4', 'G3', 'E4'], {
      accents: [
        { note: 'E6', of: 'A4', partial: 3, level: -3 },
        { note: 'G6', of: 'G3', partial: 8, level: -12 },
      ],
    });
    const { shared, common, voices: parts, accents } = accordOf([first, second]);
    expect(shared).toEqual(['E4', 'A4']);
    expect(common).toEqual(['E4', 'A4']);
    expect(new Map(parts.map(({ voice, own }) => [voice, own]))).toEqual(
      new Map([
        [first, ['C5']],
        [second, ['G3']],
      ]),
    );
    expect(accents.map(({ note, level }) => [note, level])).toEqual([
      ['G6', -12],
      ['E6', -3],
    ]);
  });

  it('is the same in whatever order the voices come', () => {
    fc.assert(
      fc.property(
        fc
          .array(voices, { minLength: 2, maxLength: 5 })
          .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        ([some, others]) => {
          const [one, other] = [accordOf(some), accordOf(others)];
          expect(other).toEqual(one);
          expect(drawAccord(other)).toEqual(drawAccord(one));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives every note of every voice to exactly one place', () => {
    fc.assert(
      fc.property(fc.array(voices, { minLength: 2, maxLength: MAX_VOICES }), (some) => {
        const { shared, common, voices: parts } = accordOf(some);
        const own = parts.flatMap((part) => part.own);
        expect([...own, ...shared].sort()).toEqual(
          [...new Set(some.flatMap(({ musicEssence }) => musicEssence))].sort(),
        );
        expect(new Set(own).size).toBe(own.length);
        for (const note of common) expect(some.every(({ musicEssence }) => musicEssence.includes(note))).toBe(true);
        for (const { voice, own: alone } of parts)
          expect(alone.every((note) => voice.musicEssence.includes(note))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('has a name of the notes alone, so that another take keeps it', () => {
    const name = accordOf([sung(['E4', 'A4']), sung(['C5', 'G3'])]).name;
    expect(name).toMatch(/Duet/);
    expect(accordOf([sung(['A4', 'E4'], { intensity: 0.9 }), sung(['G3', 'C5'], { complexity: 0.1 })]).name).toBe(name);
    expect(accordOf([sung(['A4']), sung(['A4'])]).name).toBe(`${perfumeNoteOf('A4').name} Duet`);
  });

  it('is of 1 to 16 voices with notes', () => {
    expect(() => accordOf([])).toThrow(RangeError);
    expect(() => accordOf(Array.from({ length: MAX_VOICES + 1 }, () => sung(['C4'])))).toThrow(RangeError);
    expect(() => accordOf([sung(['C4']), sung([])])).toThrow(RangeError);
  });
});

describe('the sentence of an accord', () => {
  const of = (...notes: NoteCode[]): string => notes.map((note) => perfumeNoteOf(note).name).join(' and ');

  it('names what two share and what each brings', () => {
    const [first, second] = [sung(['A4', 'E4', 'D4']), sung(['E4', 'C4', 'A4'])];
    expect(accordSentence([first, second], { yours: true })).toBe(
      `You share E4 and A4; the first voice brings ${of('D4')}, yours brings ${of('C4')}.`,
    );
    expect(accordSentence([second, first])).toBe(
      `The two voices share E4 and A4; the first voice brings ${of('C4')}, the answer brings ${of('D4')}.`,
    );
  });

  it('is true when nothing is shared, and when nothing is own', () => {
    expect(accordSentence([sung(['A4']), sung(['E4', 'C4'])], { yours: true })).toBe(
      `You share no note; the first voice brings ${of('A4')}, yours brings ${of('C4', 'E4')}.`,
    );
    expect(accordSentence([sung(['A4', 'E4']), sung(['E4'])], { yours: true })).toBe(
      `You share E4; the first voice brings ${of('A4')}, yours brings no note of its own.`,
    );
    expect(accordSentence([sung(['A4', 'E4']), sung(['E4', 'A4'])], { yours: true })).toBe(
      'You share every note: E4 and A4.',
    );
  });

  it('counts what is too much to name', () => {
    const many = sung(['C2', 'D2', 'E2', 'F2', 'G2']);
    expect(accordSentence([sung(['C5']), many])).toMatch(/, [^,]+, [^,]+ and two more notes\.$/);
    expect(accordSentence([sung(['C5']), sung(['C2', 'D2', 'E2', 'F2'])])).not.toContain('more');
  });

  it('says of three and more what all share, or that there is nothing', () => {
    const with4 = (...more: NoteCode[]): Voice => sung(['A4', ...more]);
    expect(accordSentence([with4('C4'), with4('D4'), with4('E4')], { yours: true })).toBe(
      `All three voices share A4; yours brings ${of('E4')}.`,
    );
    expect(accordSentence([sung(['A4']), sung(['A4', 'B4']), sung(['C5'])])).toBe(
      `No note is in all three voices; A4 is in more than one; the last voice brings ${of('C5')}.`,
    );
    expect(accordSentence([sung(['A4']), sung(['B4']), sung(['C5'])])).toMatch(/^The three voices share no note; /);
  });
});

describe('the face of an accord', () => {
  const [a, b] = [sung(['A4', 'E4', 'C5']), sung(['G3', 'A4', 'E4'])];

  it('draws the shared notes in the middle and the own ones outside', () => {
    const middle = (path: string): [number, number] => {
      const [, x, y] = /^M(\d+) (\d+)/.exec(path)!;
      return [Number(x) - DRAWING_SIZE / 2, Number(y) - DRAWING_SIZE / 2];
    };
    const { shapes } = drawAccord(accordOf([a, b]));
    const agate = shapes.slice(-1)[0]!;
    expect(['A4', 'E4']).toContain(agate.fill!.note);
    expect(Math.hypot(...middle(agate.path))).toBeLessThan(DRAWING_SIZE / 6);
    const layers = new Set(shapes.filter(({ role }) => role === 'layer').map(({ fill }) => fill!.note));
    expect([...layers].sort()).toEqual(['A4', 'C5', 'E4', 'G3']);
  });

  it('stays in its square, whatever was sung, and is safe as markup', () => {
    fc.assert(
      fc.property(fc.array(voices, { minLength: 1, maxLength: 6 }), (some) => {
        const drawing = drawAccord(accordOf(some));
        const svg = drawingSvg(drawing, DARK_PALETTE, { label: accordLabel(accordOf(some)) });
        expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/);
        expect(drawing.ground).not.toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  it('of one voice is its own', () => {
    expect(drawAccord(accordOf([a]))).toEqual(drawFragrance(a));
  });

  it('of sixteen is a wreath that is not too much to show', () => {
    const some = Array.from({ length: MAX_VOICES }, (_, i) =>
      sung([NOTE_CODES[30 + i]!, NOTE_CODES[31 + i]!, NOTE_CODES[40]!, NOTE_CODES[50 + i]!]),
    );
    const accord = accordOf(some);
    const svg = drawingSvg(drawAccord(accord), DARK_PALETTE);
    expect(svg.length).toBeLessThan(350_000);
    expect(accordLabel(accord)).toMatch(
      /^Drawing of Choir of .+: a wreath of sixteen flowers \(choir\), with .+ and \w+ more notes in the middle$/,
    );
  });
});
