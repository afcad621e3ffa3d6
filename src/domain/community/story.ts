import type { FragranceSource, SoundTrace } from '../fragrance/model.ts';

/** The first sentence about a shared fragrance. */

/** A duration in words: whole seconds up to 90, then minutes. */
export function spokenLength(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) return whole === 1 ? 'one second' : `${whole} seconds`;
  return `${Math.round(whole / 60)} minutes`;
}

/**
 * The origin of a fragrance in one sentence. Does not name how the sound was made (sung, hummed, played), which is
 * unknown. `source` is null for shares of older versions; without a heard sound there is no trace.
 */
export function storyOf({ source, trace }: { source: FragranceSource | null; trace?: SoundTrace | undefined }): string {
  const length = trace === undefined || trace.duration <= 0 ? null : spokenLength(trace.duration);
  const sound = length === null ? 'A sound' : `A sound of ${length}`;
  return `${origin(source, sound, length)}. This is how it smells.`;
}

function origin(source: FragranceSource | null, sound: string, length: string | null): string {
  switch (source) {
    case 'byte-hash':
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
