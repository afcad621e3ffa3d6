/* Rules and messages for names, addresses and passwords. */

import { cleanAddress, cleanName, isStorableEmail } from '#core/values/nameRules.ts';

const MIN_NAME_LENGTH = 3;
/** A registered name is shorter than this, characters. */
const NAME_LIMIT = 50;
export const MIN_PASSWORD_LENGTH = 8;
/** bcrypt ignores further bytes. */
const MAX_PASSWORD_BYTES = 72;

/** True for a text that means an address which the database accepts. */
export function isEmail(text: string): boolean {
  return isStorableEmail(cleanAddress(text));
}

export function validateName(name: string): string | undefined {
  const { length } = [...cleanName(name)];
  if (length === 0) return 'Name is required';
  if (length < MIN_NAME_LENGTH) return 'Name must be at least 3 characters';
  if (length >= NAME_LIMIT) return 'Name must be less than 50 characters';
  return undefined;
}

export function validateEmail(email: string): string | undefined {
  if (cleanAddress(email) === '') return 'Email is required';
  return isEmail(email) ? undefined : 'Please enter a valid email address';
}

export function validatePassword(password: string): string | undefined {
  if (password === '') return 'Password is required';
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'Password must be at least 8 characters';
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return 'Password must be less than 72 characters';
  return undefined;
}

export function validateConfirmation(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return 'Please confirm your password';
  return confirmation === password ? undefined : 'Passwords do not match';
}
