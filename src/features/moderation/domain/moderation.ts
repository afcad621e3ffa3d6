/** What can be reported: all are public. */
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
