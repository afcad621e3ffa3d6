/** What can be reported: all are public. */
export type ReportSubject = 'fragrance' | 'share';

/** The reasons that the database knows, with the words of the form. */
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

/** Maximum length of an answer, characters. */
export const MAX_ANSWER_LENGTH = 1000;

/** What was hidden, or the blocked account, as the person concerned is told of it. */
export interface Moderated {
  subject: ReportSubject | 'member';
  subjectId: string;
  /** Name of the thing or the member; null without one. */
  name: string | null;
  /** Why, in the words of the desk. */
  reason: string;
  /** What the person has answered; null without an answer. */
  answer: string | null;
}
