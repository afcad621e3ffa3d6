import { isCoded } from '../../../core/values/errors.ts';

/** What the database adds to a refusal that has to do with moderation (`hint`), and the words for the person. */
const WORDS: Readonly<Record<string, string>> = {
  not_public: 'This is not public any more.',
  own: 'This is your own. You can take it back yourself.',
  reason: 'Please choose a reason.',
  details: 'Please use at most 500 characters.',
  answer: 'Please write 1 to 1,000 characters.',
  nothing_hidden: 'This is not hidden any more.',
};

/** The hint of a refusal; null for any other failure. */
function hintOf(error: unknown): string | null {
  if (!isCoded(error)) return null;
  const { hint } = error as { hint?: unknown };
  return typeof hint === 'string' ? hint : null;
}

/** Refusals whose own words say why: they hold the reason that the desk gave, or the rule of a name. */
const SAID = ['blocked', 'hidden', 'name_repeats', 'name_mixes', 'name_impersonates'];
const ANSWERED = ['blocked', 'hidden'];

/** Why the database refused, in plain words; null for a failure that has nothing to do with moderation. */
export function refusalWords(error: unknown): string | null {
  const hint = hintOf(error);
  if (hint === null) return null;
  const { message } = error as { message: string };
  if (!SAID.includes(hint)) return WORDS[hint] ?? null;
  return ANSWERED.includes(hint)
    ? `${/[.!?]$/.test(message) ? message : `${message}.`} You can answer on your profile.`
    : message;
}

/** What is wrong with a name that the database refused; null for any other failure. */
export function nameRefusal(error: unknown): string | null {
  return hintOf(error)?.startsWith('name_') === true ? refusalWords(error) : null;
}

/** Why an answer to the desk was not stored, in plain words. */
export function answerFailure(error: unknown): string {
  const refused = refusalWords(error);
  if (refused !== null) return refused;
  if (isCoded(error, 'network') || isCoded(error, 'timeout')) return 'Please check your connection and try again.';
  if (isCoded(error, 'rate_limited')) return 'You have answered a lot. Please try again in some minutes.';
  return 'Your answer could not be sent. Please try again.';
}

/** Why a report was not stored, in plain words. */
export function reportFailure(error: unknown): string {
  const refused = refusalWords(error);
  if (refused !== null) return refused;
  if (isCoded(error, 'network') || isCoded(error, 'timeout')) return 'Please check your connection and try again.';
  if (isCoded(error, 'rate_limited')) return 'You have reported a lot. Please try again in some minutes.';
  return 'Your report could not be sent. Please try again.';
}
