import { codedError } from '#core/values/errors.ts';

/** The error of a payload that cannot be sent: it may be weeks old, from an older version. Code `rejected`. */
export const unreadable = (what: string) => codedError('rejected', `What waits here is no ${what} that can be sent.`);
