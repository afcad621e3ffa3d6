import { isCoded } from '../../../core/values/errors.ts';

/** What of a failure is told: a sentence for the owner. `reading` changes nothing, so nothing is said of that. */
export function failureWords(error: unknown, what: 'changing' | 'reading' = 'changing'): string {
  if (!isCoded(error)) return 'This did not work. Please try again.';
  switch (error.code) {
    case 'network':
      return what === 'reading'
        ? 'There is no connection to the server.'
        : 'There is no connection to the server. Nothing was changed.';
    case 'timeout':
      return what === 'reading'
        ? 'The server did not answer in time.'
        : 'The server did not answer in time. Look at the list before you try again: it may have been done.';
    case 'unauthorized':
      return 'Your session is over. Please log in again.';
    case 'forbidden':
      return 'You may not do this any more.';
    case 'rate_limited':
      return 'Too many requests. Please wait a minute and try again.';
    // Refusals of the desk's functions are sentences (docs/desk.md).
    case 'rejected':
    case 'other_version':
      return error.message;
    default:
      return 'The server could not do this. Please try again in a moment.';
  }
}

/** True when the database may have taken the desk from this session: who may open it has to be asked again. */
export const isRefusal = (error: unknown): boolean => isCoded(error, 'unauthorized') || isCoded(error, 'forbidden');
