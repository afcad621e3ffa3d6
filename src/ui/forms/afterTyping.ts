import { Scope } from '../../core/lifetime/scope.ts';

/** A search starts after this pause in typing, ms. */
const TYPING_MS = 300;

/** Searches after a pause in typing, and at once without a text. Returns a function that cancels it. */
export function afterTyping(typed: string, search: () => void): () => void {
  const scope = new Scope();
  scope.timeout(search, typed === '' ? 0 : TYPING_MS);
  return () => scope.dispose();
}
