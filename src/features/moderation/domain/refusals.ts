import { isCoded, isUnreachable, tryAgainWords } from '#core/values/errors.ts';

/** Subjects of a report; all are public. */
export type ReportSubject = 'fragrance' | 'share';

/** The reasons that the database accepts, with the words of the form. */
export const REPORT_REASONS = {
  insult: 'It insults or threatens somebody',
  sexual: 'It is sexual',
  spam: 'It is advertising or spam',
  impersonation: 'It pretends to be somebody else',
  rights: 'It uses a work without permission',
  other: 'Something else',
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;

/** Maximum length of a report's own words, characters. */
export const MAX_REPORT_LENGTH = 500;

export interface Report {
  reason: ReportReason;
  /** The reporter's own words; may be empty. */
  details: string;
}

/** The hints of the database's refusals, and the words for the person. */
const REFUSAL_MESSAGES: Readonly<Record<string, string>> = {
  hidden_sound: 'Accord has hidden this recording, so it cannot be published.',
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

/** Refusals whose message names the field in words for people. */
const IN_WORDS = ['field', 'email', 'name', 'fragrance_id', 'design'];

/** Reason for a refusal of the database, in plain words; null for a failure without such a hint. */
export function refusalWords(error: unknown): string | null {
  const hint = hintOf(error);
  if (hint === null) return null;
  return IN_WORDS.includes(hint) ? (error as { message: string }).message : (REFUSAL_MESSAGES[hint] ?? null);
}

/** Reason for which a report was not stored, in plain words. */
export function reportFailure(error: unknown): string {
  const refused = refusalWords(error);
  if (refused !== null) return refused;
  if (isUnreachable(error)) return tryAgainWords(error);
  if (isCoded(error, 'rate_limited')) return 'You have reported a lot. Please try again in some minutes.';
  return 'Your report could not be sent. Please try again.';
}
