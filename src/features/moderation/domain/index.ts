export {
  MAX_ANSWER_LENGTH,
  MAX_REPORT_LENGTH,
  REPORT_REASONS,
  type Moderated,
  type Report,
  type ReportReason,
  type ReportSubject,
} from './moderation.ts';
export { answerFailure, nameRefusal, refusalWords, reportFailure } from './refusals.ts';
