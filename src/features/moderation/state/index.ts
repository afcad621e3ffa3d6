export { answerDesk, isHidden, loadModeration, moderation } from './moderation.ts';
export { isReported, report, reports } from './reports.ts';
export { lazyReports } from './lazy.ts';
