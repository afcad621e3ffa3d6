import { isCoded } from '../../../core/values/errors.ts';

/** What the database adds to a refusal that has to do with moderation (`hint`), and the words for the person. */
const WORDS: Readonly<Record<string, string>> = {
  not_public: 'This is not public any more.',
  own: 'This is your own. You can take it back yourself.',
  reason: 'Please choose a reason.',
  details: 'Please use at most 500 characters.',
};

/** The hint of a refusal; null for any other failure. */
function hintOf(error: unknown): string | null {
  if (!isCoded(error)) return null;
  const { hint } = error as { hint?: unknown };
  return typeof hint === 'string' ? hint : null;
}

/** Why the database refused, in plain words; null for a failure that has nothing to do with moderation. */
export function refusalWords(error: unknown): string | null {
  const hint = hintOf(error);
  return hint === null ? null : (WORDS[hint] ?? null);
}

/** Why a report was not stored, in plain words. */
export function reportFailure(error: unknown): string {
  const refused = refusalWords(error);
  if (refused !== null) return refused;
  if (isCoded(error, 'network') || isCoded(error, 'timeout')) return 'Please check your connection and try again.';
  if (isCoded(error, 'rate_limited')) return 'You have reported a lot. Please try again in some minutes.';
  return 'Your report could not be sent. Please try again.';
}
