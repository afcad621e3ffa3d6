import { describe, expect, it } from 'vitest';
import type { NoteCode } from '../../../../core/pitch/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { fragranceFromBeat, fragranceFromEssence } from '../composition/fragrance.ts';
import type { Fragrance } from '../composition/model.ts';
import { traceOf } from '../composition/trace.ts';
import { AXES, characterOf, type Axis, type Character, type Measured } from '../timbre/character.ts';
import { proportionsOfBeat } from '../timbre/proportions.ts';
import { midiOf } from '../../../../core/pitch/pitch.ts';
import { traitFinding } from './findings.ts';
import { revealCards, type SoundOrigin } from './reveal.ts';

const now = new Date(0);
const VOICE: Measured = {
  centroid: 900,
  brightness: 2.8,
  warmth: 0.5,
  flatness: 0.2,
  harmonicity: 20,
  roughness: 0.09,
  attack: 0.04,
  vibrato: { rate: 5.2, depth: 140 },
  wander: 4,
};

interface Sung {
  notes?: NoteCode[];
  measured?: Partial<Measured>;
  accents?: Fragrance['accents'];
}

/** A sung fragrance; `notes` were sung themselves, the rest of the essence rings along. */
function sung(essence: NoteCode[], { notes = essence, measured = {}, accents }: Sung = {}): Fragrance {
  const heard = notes.map((note, i) => ({ midi: midiOf(note), cents: 0, onset: i, offset: i + 1, velocity: 1 }));
  return fragranceFromEssence({
    essence,
    source: 'spectral',
    now,
    trace: traceOf({ duration: notes.length, notes: heard, peaks: [] }),
    blend: {
      character: characterOf({ ...VOICE, ...measured }),
      proportions: essence.map((note, i) => ({ note, parts: i === 0 ? 101 - essence.length : 1 })),
      ...(accents === undefined ? {} : { accents }),
    },
  });
}

const of = (fragrance: Fragrance, sound: SoundOrigin = 'voice') => revealCards(fragrance, sound);
const kinds = (fragrance: Fragrance, sound?: SoundOrigin) => of(fragrance, sound).map(({ kind }) => kind);

describe('the cards of a sung melody', () => {
  const fragrance = sung(['F#4', 'A4', 'B4', 'D4', 'E5'], {
    accents: [{ note: 'G#6', of: 'F#4', partial: 5, level: -4 }],
  });

  it('say its lowest and highest note with the line of their material, its voice, its accord and its name', () => {
    const cards = of(fragrance);
    expect(cards.map(({ label, title }) => `${label}: ${title}`)).toEqual([
      'Your lowest note: Clove',
      'Your highest note: Clary Sage',
      'Your voice: Trembles 5 times a second',
      'The accord: Five notes, one accord',
      `Your fragrance: ${fragrance.name}`,
    ]);
    expect(cards[0]).toMatchObject({ note: 'D4', line: perfumeNoteOf('D4').description });
    expect(cards[1]).toMatchObject({ note: 'E5', line: perfumeNoteOf('E5').description });
    expect(cards[2]!.sentence).toBe('Your voice trembles 5 times a second.');
    expect(cards[3]!.line).toBe(
      `Nutmeg leads with 96 of 100 parts, before Black Pepper and Pink Pepper. ${perfumeNoteOf('G#6').name} rings above, an overtone that nobody sang.`,
    );
    expect(cards[4]!.line).toMatch(/^.+ first, then .+, and .+ stays\.$/);
  });

  it('do not speak to whoever opened a file', () => {
    for (const { label, sentence } of of(fragrance, 'file')) expect(`${label} ${sentence}`).not.toMatch(/you/i);
  });

  it('call a struck instrument no voice', () => {
    const struck = sung(['C4', 'E4'], { measured: { attack: 0.008, vibrato: null, wander: 2 } });
    expect(of(struck)[2]!.label).toBe('Your sound');
  });
});

describe('what is not there', () => {
  it('an overtone that rings along is neither the lowest nor the highest note', () => {
    const cards = of(sung(['A4', 'A5', 'E6'], { notes: ['A4'] }));
    expect(cards.map(({ label }) => label)).toEqual(['Your one note', 'Your voice', 'The accord', 'Your fragrance']);
    expect(cards[0]).toMatchObject({ title: perfumeNoteOf('A4').name, note: 'A4' });
  });

  it('one note has one card for it and no accord', () => {
    expect(kinds(sung(['A4']))).toEqual(['lowest', 'voice', 'name']);
  });

  it('no note leaves the name', () => {
    const { character: _, ...unmeasured } = sung(['A4']);
    expect(kinds({ ...unmeasured, musicEssence: [] })).toEqual(['name']);
  });

  it('a sound without pitch has no lowest note: the texture speaks', () => {
    const claps = fragranceFromEssence({ essence: ['C2', 'G5', 'D3'], source: 'resonance', now });
    const cards = of(claps);
    expect(cards.map(({ label }) => label)).toEqual([
      'Its darkest note',
      'Its brightest note',
      'No clear pitch',
      'The accord',
      'Your fragrance',
    ]);
    expect(cards[2]!.line).toContain('claps');
    expect(of({ ...claps, source: 'byte-hash', engineFailed: true })[2]!.line).toContain('This browser could not');
  });
});

describe('the cards of a beat', () => {
  const notes: NoteCode[] = ['C3', 'E4', 'G5'];
  const hits = (['E4', 'E4', 'C3', 'E4', 'G5'] as const).map((note) => ({ note, velocity: 1 }));
  const beat = fragranceFromBeat({ notes, now, blend: { proportions: proportionsOfBeat(notes, hits) } });

  it('speak of its rows and hits, and of nobody who sings', () => {
    const cards = of(beat, 'beat');
    expect(cards.map(({ kind }) => kind)).toEqual(['lowest', 'highest', 'voice', 'accord', 'name']);
    expect(cards[0]!.label).toBe('The lowest note');
    expect(cards[2]!.sentence).toBe(`The beat hits ${perfumeNoteOf('E4').name} 3 times.`);
    expect(JSON.stringify(cards)).not.toMatch(/sang|sung|voice |[Yy]our? /);
  });

  it('leave the hits out where nothing was hit', () => {
    expect(kinds(fragranceFromBeat({ notes, now }), 'beat')).toEqual(['lowest', 'highest', 'accord', 'name']);
  });
});

describe('findings', () => {
  const character = (measured: Partial<Measured>): Character => characterOf({ ...VOICE, ...measured });
  const says = (axis: Axis, end: 'low' | 'high', measured: Partial<Measured> = {}) =>
    Object.values(traitFinding({ axis, end }, character(measured))).join(': ');

  it('each has a number that agrees with its unit', () => {
    expect(says('tremor', 'high')).toBe('trembles 5 times a second: Each time by 1.4 semitones, up and down again.');
    expect(says('tremor', 'high', { vibrato: { rate: 1.2, depth: 100 } })).toBe(
      'trembles 1 time a second: Each time by 1 semitone, up and down again.',
    );
    expect(says('tremor', 'low', { vibrato: null, wander: 1.2 })).toBe(
      'holds still: Its pitch wanders by 1 hundredth of a semitone while a note is held.',
    );
    expect(says('breath', 'low', { harmonicity: 38 })).toBe(
      'has hardly any breath in it: There is 6,300 times as much tone in it as breath.',
    );
    expect(says('strike', 'high', { attack: 0.012 })).toBe(
      'is there at once: Its notes rise in 12 thousandths of a second.',
    );
    expect(says('roughness', 'low', { roughness: 0.06 })).toBe(
      'is smooth all over: It has 6 % of the greatest roughness that a sound can have.',
    );
  });

  it('are whole sentences for everything that can be measured', () => {
    for (const axis of AXES)
      for (const end of ['low', 'high'] as const)
        for (const measured of [VOICE, { ...VOICE, harmonicity: null, attack: null, vibrato: null, wander: null }]) {
          const { says: said, line } = traitFinding({ axis, end }, characterOf(measured));
          expect(`${said} ${line}`).not.toMatch(/null|undefined|NaN/);
          expect(line).toMatch(/^[A-Z].*\.$/);
        }
  });
});
