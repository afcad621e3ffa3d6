/** Maximum name of a fragrance, and of a perfume note in it, characters. */
export const MAX_FRAGRANCE_NAME_LENGTH = 120;
export const MAX_NOTE_NAME_LENGTH = 80;

// One definition for the app and the functions.
export {
  asName,
  cleanAddress,
  cleanLines,
  cleanName,
  isStorableEmail,
  typedAddress,
  typedName,
} from '#shared/common/cleanText.ts';
export { isName, isStorable, lengthOf } from '#shared/common/nameRules.ts';
