export { MAX_REPORT_LENGTH, REPORT_REASONS, type Report, type ReportReason, type ReportSubject } from './moderation.ts';
export { refusalWords, reportFailure } from './refusals.ts';
