import { describe, expect, it } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { fragranceFromBeat, fragranceFromEssence } from '../composition/fragrance.ts';
import type { Fragrance } from '../composition/model.ts';
import { traceOf } from '../composition/trace.ts';
import { characterOf, type CharacterMeasures } from '../timbre/character.ts';
import type { VoiceType } from '#analysis/values/timbre.ts';
import { proportionsOfBeat } from '../timbre/proportions.ts';
import { midiOf } from '#analysis/values/pitch.ts';
import { revealCards, type SoundOrigin } from './reveal.ts';

const now = new Date(0);
const VOICE_TIMBRE: CharacterMeasures & { manner: VoiceType } = {
  manner: { kind: 'sung', confidence: 0.9 },
  centroid: 900,
  brightness: 2.8,
  warmth: 0.5,
  flatness: 0.2,
  harmonicity: 20,
  roughness: 0.09,
  attack: 0.04,
  vibrato: { rate: 5.2, depth: 140 },
  wander: 20,
};

interface Sung {
  notes?: NoteCode[];
  measured?: Partial<typeof VOICE_TIMBRE>;
  accents?: Fragrance['accents'];
}

/** A sung fragrance; `notes` were sung themselves, the rest of the essence rings along. */
function sungFragrance(essence: NoteCode[], { notes = essence, measured = {}, accents }: Sung = {}): Fragrance {
  const heard = notes.map((note, i) => ({ midi: midiOf(note), cents: 0, onset: i, offset: i + 1, velocity: 1 }));
  return fragranceFromEssence({
    essence,
    source: 'spectral',
    now,
    trace: traceOf({ duration: notes.length, notes: heard, peaks: [] }),
    blend: {
      character: characterOf({ ...VOICE_TIMBRE, ...measured }),
      proportions: essence.map((note, i) => ({ note, parts: i === 0 ? 101 - essence.length : 1 })),
      ...(accents === undefined ? {} : { accents }),
    },
  });
}

const of = (fragrance: Fragrance, sound: SoundOrigin = 'voice') => revealCards(fragrance, sound);
const kinds = (fragrance: Fragrance, sound?: SoundOrigin) => of(fragrance, sound).map(({ kind }) => kind);

describe('the cards of a sung melody', () => {
  const fragrance = sungFragrance(['F#4', 'A4', 'B4', 'D4', 'E5'], {
    accents: [{ note: 'G#6', of: 'F#4', partial: 5, level: -4 }],
  });

  it('have its lowest and highest note with the line of their material, its voice, its accord and its name', () => {
    const cards = of(fragrance);
    expect(cards.map(({ label, title }) => `${label}: ${title}`)).toEqual([
      'Your lowest note: Clove',
      'Your highest note: Clary Sage',
      'Your voice: Trembles like a leaf',
      'The accord: Five notes, one accord',
      `Your fragrance: ${fragrance.name}`,
    ]);
    expect(cards[0]).toMatchObject({ note: 'D4', line: perfumeNoteOf('D4').description });
    expect(cards[1]).toMatchObject({ note: 'E5', line: perfumeNoteOf('E5').description });
    expect(cards[2]!.sentence).toBe('Your voice trembles like a leaf.');
    expect(cards[3]!.line).toBe(
      `Mostly Nutmeg, with Black Pepper and Pink Pepper behind it. ${perfumeNoteOf('G#6').name} rings above: you did not sing it, but it was there.`,
    );
    expect(cards[4]!.line).toMatch(/^.+ first, then .+, and .+ stays\.$/);
  });

  it('address no "you" for an opened file', () => {
    for (const { label, sentence } of of(fragrance, 'file')) expect(`${label} ${sentence}`).not.toMatch(/you/i);
  });

  it('call a played instrument no voice', () => {
    const struck = sungFragrance(['C4', 'E4'], { measured: { manner: { kind: 'played', confidence: 0.8 } } });
    expect(of(struck)[2]!.label).toBe('Your sound');
  });
});

describe('the cards of a sparse sound', () => {
  it('do not count an overtone as the lowest or highest note', () => {
    const cards = of(sungFragrance(['A4', 'A5', 'E6'], { notes: ['A4'] }));
    expect(cards.map(({ label }) => label)).toEqual([
      'The note you held',
      'Your voice',
      'The accord',
      'Your fragrance',
    ]);
    expect(cards[0]).toMatchObject({ title: perfumeNoteOf('A4').name, note: 'A4' });
  });

  it('have one card and no accord for a single note', () => {
    const cards = of(sungFragrance(['A4']));
    expect(cards.map(({ kind }) => kind)).toEqual(['lowest', 'voice', 'name']);
    expect(cards[2]!.line).toBe('It is Black Pepper, and nothing else.');
  });

  it('have the name alone without notes', () => {
    const { character: _, ...unmeasured } = sungFragrance(['A4']);
    expect(kinds({ ...unmeasured, musicEssence: [] })).toEqual(['name']);
  });

  it('have a darkest note instead of a lowest one, and a card for the texture, for a sound without pitch', () => {
    const claps = fragranceFromEssence({ essence: ['C2', 'G5', 'D3'], source: 'resonance', now });
    const cards = of(claps);
    expect(cards.map(({ label }) => label)).toEqual([
      'Its darkest note',
      'Its brightest note',
      'No clear pitch',
      'The accord',
      'Your fragrance',
    ]);
    expect(cards[2]!.line).toBe('We heard no melody, so we smelled the sound itself.');
  });

  it('have no card about a sound that could not be analyzed: the results explain it in one sentence', () => {
    const unread = fragranceFromEssence({ essence: ['C2', 'G5', 'D3'], source: 'byte-hash', now });
    const cards = of(unread);
    expect(cards.map(({ label }) => label)).toEqual([
      'Its darkest note',
      'Its brightest note',
      'The accord',
      'Your fragrance',
    ]);
    expect(unread.description).not.toMatch(/analyzed|bytes/);
  });
});

describe('the cards of a beat', () => {
  const notes: NoteCode[] = ['C3', 'E4', 'G5'];
  const hits = (['E4', 'E4', 'C3', 'E4', 'G5'] as const).map((note) => ({ note, velocity: 1 }));
  const beat = fragranceFromBeat({ notes, now, blend: { proportions: proportionsOfBeat(notes, hits) } });

  it('describe its rows and hits, and mention no voice', () => {
    const cards = of(beat, 'beat');
    expect(cards.map(({ kind }) => kind)).toEqual(['lowest', 'highest', 'voice', 'accord', 'name']);
    expect(cards[0]!.label).toBe('The lowest note');
    expect(cards[2]!.sentence).toBe(`The beat comes back to ${perfumeNoteOf('E4').name}.`);
    expect(cards[2]!.line).toBe('It comes more often than any other of its notes.');
    expect(JSON.stringify(cards)).not.toMatch(/sang|sung|voice |[Yy]our? /);
  });

  it('leave the hits out when there are none', () => {
    expect(kinds(fragranceFromBeat({ notes, now }), 'beat')).toEqual(['lowest', 'highest', 'accord', 'name']);
  });
});
