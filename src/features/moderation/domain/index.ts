export { nameRefusal, refusalWords, reportFailure } from './refusals.ts';
