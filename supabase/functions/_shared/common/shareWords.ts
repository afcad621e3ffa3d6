/**
 * The words of a share that are shown first, on its served page and in the app.
 */
export interface ShareWords {
  shareId: string;
  /** The product's title, above a name; null for a missing word. */
  title: string | null;
  name: string;
  story: string;
  maker: string | null;
  description: string | null;
  /** The notes of each kind, joined by commas; null without any. */
  musicEssence: string | null;
  topNotes: string | null;
  middleNotes: string | null;
  baseNotes: string | null;
}

/** Source of the words; fields are null if a share of an older version lacks them. */
interface SharedText {
  shareId: string;
  title: string;
  name: string | null;
  source: string | null;
  /** Duration of the sound; null without one. */
  seconds: number | null;
  makerName: string | null;
  description: string | null;
  musicEssence: readonly string[];
  topNotes: readonly string[];
  middleNotes: readonly string[];
  baseNotes: readonly string[];
}

export function wordsOf({ shareId, title, name, source, seconds, makerName, ...texts }: SharedText): ShareWords {
  const { description, musicEssence, topNotes, middleNotes, baseNotes } = texts;
  return {
    shareId,
    title: name === null ? null : title,
    name: name ?? title,
    story: storyOf(source, seconds),
    maker: makerName,
    description: description === null || description.trim() === '' ? null : description,
    musicEssence: joinNames(musicEssence),
    topNotes: joinNames(topNotes),
    middleNotes: joinNames(middleNotes),
    baseNotes: joinNames(baseNotes),
  };
}

const joinNames = (notes: readonly string[]): string | null => (notes.length === 0 ? null : notes.join(', '));

/**
 * The origin of a fragrance in one sentence. Does not name how the sound was made (sung, hummed, played), which is
 * unknown.
 */
function storyOf(source: string | null, seconds: number | null): string {
  const length = seconds === null || seconds <= 0 ? null : spokenLength(seconds);
  const sound = length === null ? 'A sound' : `A sound of ${length}`;
  return `${origin(source, sound, length)}. This is how it smells.`;
}

function origin(source: string | null, sound: string, length: string | null): string {
  switch (source) {
    case 'resonance':
      return `${sound}, without a clear pitch`;
    case 'beat':
      return 'Played as a beat';
    case 'keys':
      return length === null ? 'Played note by note' : `Played note by note, for ${length}`;
    case 'link':
      return length === null ? 'Heard on the web' : `Heard on the web, for ${length}`;
    case 'demo':
      return 'Made from the words of a link, not from its sound';
    default:
      return sound;
  }
}

/** A duration in words: whole seconds up to 90, as a clock shows them, then minutes. */
function spokenLength(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  if (whole < 90) return whole === 1 ? 'one second' : `${whole} seconds`;
  return `${Math.round(whole / 60)} minutes`;
}
