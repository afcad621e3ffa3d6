import type { SoundFileError } from '../../audio/files/readSound.ts';
import { toCodedError } from '#core/values/errors.ts';

/** Messages about files that cannot be opened, or were ignored. */

export interface FileWords {
  title: string;
  description?: string;
}

/** Formats that every browser decodes. */
const WHAT_WORKS = 'WAV, MP3, AAC, Ogg, FLAC and WebM work.';
const INVALID = 'Invalid audio file. Please try a different file.';
/** Names this many files and counts the others. */
const NAMED = 3;

/** Message why a file could not be opened; null when it was cancelled. */
export function fileWords(error: unknown, name: string): FileWords | null {
  const { code, message } = toCodedError(error, 'invalid_file');
  switch (code as SoundFileError) {
    case 'cancelled':
      return null;
    case 'too_long':
      return { title: 'This sound is too long. Please try one of up to 30 minutes.' };
    case 'no_decoder':
      return {
        title: 'This browser gives pages no decoder of sounds.',
        description: 'If it is in Lockdown Mode, allow Accord there, or use another browser.',
      };
    case 'unsupported':
      return { title: `This is ${message}; this browser cannot read it.`, description: WHAT_WORKS };
    case 'damaged':
      return {
        title: 'No sound can be read from this file.',
        description: `${name} is damaged or was cut off. Please try a different file.`,
      };
    case 'no_sound':
      return { title: 'There is no sound in this file.', description: `Please try a different file than ${name}.` };
    case 'empty':
      return { title: INVALID, description: `${name} is empty.` };
    case 'unreadable':
      return { title: INVALID, description: `${name} is a folder, or was moved or deleted.` };
    default:
      return { title: INVALID };
  }
}

/** "a.wav, b.wav and c.wav", or "a.wav, b.wav, c.wav and 4 more". */
export function namesOf(files: readonly { name: string }[]): string {
  const names = files.slice(0, NAMED).map(({ name }) => name);
  const more = files.length - names.length;
  if (more > 0) names.push(`${more} more`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
