export { isReported, report, reports } from './reports.ts';
export { lazyReports } from './lazy.ts';
