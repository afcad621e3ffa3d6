import { FALLBACK_DESCRIPTION } from '#features/fragrance/domain/words/description.ts';
import { describePerfumeNote, perfumeNoteByName } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';

/** Delay of the description, ms. */
export const DESCRIPTION_DELAY_MS = 1500;
/** Duration of the highlight of a tapped note, ms. */
export const HIGHLIGHT_MS = 1500;

export const SECTION_HINTS = {
  accents: 'Accents are notes that ring in your sound as strong overtones, beside the notes that you sang or played.',
  character: 'The character tells your sound apart from others with the same notes. Each axis is measured.',
  proportions:
    'How much of each note is in the blend, in parts of 100. It depends on how long, how loud and how clear the note was.',
  top: 'Top notes are the initial, lighter scents, lasting about 15-30 minutes.',
  middle: 'Middle notes are the heart of the fragrance, lasting 2-4 hours.',
  base: 'Base notes are the foundation, lasting up to 24 hours.',
} as const;

/** Advice on smelling the materials of a fragrance. */
export const SMELL_HINT =
  'The materials of your notes are real. Smell the lightest first, then the heavier ones. Between two, smell your sleeve.';

/** The hint of the essence: nothing was detected in notes that were played. */
export function essenceHint({ source }: Pick<Fragrance, 'source'>): string {
  const notes = source === 'beat' || source === 'keys' ? 'that you played' : 'detected in your audio';
  return `Music Essence: the dominant notes ${notes}. Each is one ingredient; together they form the foundation of your fragrance and influence which perfume notes are selected.`;
}

/** The first sentence of a description, which is beside the flower, and the rest. */
export function openingAndRest(description: string): [opening: string, rest: string] {
  const text = description.trim() === '' ? FALLBACK_DESCRIPTION : description.trim();
  const opening = /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  return [opening, text.slice(opening.length).trim()];
}

/** A sentence on how the sound became notes, where it needs one. */
export function sourceSentence({
  source,
  engineFailed,
  recordingId,
}: Partial<Pick<Fragrance, 'source' | 'engineFailed' | 'recordingId'>>): string | null {
  switch (source) {
    case 'resonance':
    case 'byte-hash':
      if (engineFailed === true)
        return 'Your browser could not analyze this sound, so your scent comes from its texture.';
      // A row of the database has neither field: the engine may have failed.
      if (source === 'byte-hash' && recordingId === undefined)
        return 'We heard no notes in this sound, so your scent comes from its texture.';
      return 'We found no clear pitch, so your scent comes from the texture of your sound.';
    case 'demo':
      return 'Demo: these notes come from the link, not from the sound.';
    default:
      return null;
  }
}

interface SummaryLine {
  name: 'Intensity' | 'Complexity' | 'Persistence';
  share: number;
  word: string;
}

const TRAIT_WORDS = {
  Intensity: ['soft', 'present', 'bold'],
  Complexity: ['pure', 'layered', 'intricate'],
  Persistence: ['fleeting', 'lingering', 'lasting'],
} as const;

/** The three measures of a fragrance, each as a word. */
export function summaryOf({
  intensity,
  complexity,
  persistence,
}: Pick<Fragrance, 'intensity' | 'complexity' | 'persistence'>): SummaryLine[] {
  const line = (name: SummaryLine['name'], share: number): SummaryLine => ({
    name,
    share,
    word: TRAIT_WORDS[name][share < 1 / 3 ? 0 : share < 2 / 3 ? 1 : 2],
  });
  return [line('Intensity', intensity), line('Complexity', complexity), line('Persistence', persistence)];
}

interface PerfumeWords {
  name: string;
  description: string;
  /** Its musical note; undefined for names outside the catalogue. */
  code: NoteCode | undefined;
}

/** A perfume note of a tier with its hint. */
export function perfumeWords(name: string): PerfumeWords {
  return { name, description: describePerfumeNote(name), code: perfumeNoteByName(name)?.code };
}
