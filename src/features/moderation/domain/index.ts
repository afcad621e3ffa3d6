export { answerFailure, nameRefusal, refusalWords, reportFailure } from './refusals.ts';
