/**
 * Limits on tries of passwords, links and mails, in windows of five minutes: per caller, per pair of caller and account, and
 * per account. An account as a whole is never locked: when many callers guess at it, each gets a few tries. The answers do
 * not reveal how many mails an address got.
 *
 * Refuses what the app does not use: sign-in by a mailed code or magic link, and codes in place of links.
 */
import { bodyOf, MAX_JSON_BYTES } from '../http/requestQueue.ts';
import { accountIn, fieldsIn, isWrongPassword, kindOf, LINKS, mailAnswer, refusal, type Kind } from './authRequest.ts';
import { createWindows, type Windows } from './windows.ts';

/** Length of a window, ms. */
const WINDOW_MS = 300_000;
/** Calls of one caller in a window: the defaults of a hosted project. */
const PER_CALLER: Readonly<Record<Kind, number>> = { sign_in: 30, sign_up: 30, refresh: 150, verify: 30, mail: 30 };
/** Calls of one caller for one account in a window; of sign-ins, wrong passwords only. */
const PER_PAIR: Readonly<Partial<Record<Kind, number>>> = { sign_in: 20, sign_up: 10 };
/** Mails to one address in a window, from all callers. */
const MAILS_TO_ONE = 3;
/** Sign-ins with a wrong password to one account from all callers, above which each of them gets {@link FEW} tries. */
const MANY_FAILURES = 60;
const FEW = 3;

export type AuthLimiter = (
  request: Request,
  caller: string,
  answer: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * @param factor widens every limit (`RATE_LIMIT_FACTOR`, default 1)
 * @param now ms since any fixed moment
 */
export function createAuthLimiter(factor = 1, now: () => number = Date.now): AuthLimiter {
  const [callers, pairs, accounts, mails] = [0, 1, 2, 3].map(() => createWindows(WINDOW_MS, now)) as [
    Windows,
    Windows,
    Windows,
    Windows,
  ];

  return async (request, caller, answer) => {
    const url = new URL(request.url);
    // The service decodes paths, so an escaped one would pass by the limits. No address of the service needs escapes.
    if (url.pathname.startsWith('/auth/v1/') && url.pathname.includes('%'))
      return refusal(request, 404, 'not_found', 'There is no such address.');
    const kind = kindOf(request, url);
    if (kind === null) return answer(request);
    if (kind === 'off')
      return refusal(request, 422, 'otp_disabled', 'Signing in by a mailed code or link is switched off.');
    const tooMany = (wait: number) =>
      refusal(request, 429, 'over_request_rate_limit', 'Request rate limit reached', { 'Retry-After': String(wait) });
    if (callers.add(`${kind} ${caller}`) > PER_CALLER[kind] * factor) return tooMany(callers.wait(`${kind} ${caller}`));

    const body = await bodyOf(request, MAX_JSON_BYTES);
    if (body === 'too large') return refusal(request, 413, 'validation_failed', 'The request is too large.');
    const { method, headers } = request;
    const whole = new Request(request.url, { method, headers, ...(request.body ? { body } : {}) });
    const fields = fieldsIn(body ?? new Uint8Array());
    // The token of a link has 224 random bits. Codes are short and the app uses none.
    if (kind === 'verify' && (typeof fields['token_hash'] !== 'string' || !LINKS.has(fields['type'])))
      return refusal(request, 403, 'otp_expired', 'Token has expired or is invalid');
    const account = accountIn(fields);
    if (account === null || kind === 'verify') return answer(whole);
    if (kind === 'mail') {
      // The same answer as otherwise: a flooder learns nothing, and the owner has a mail that works.
      if (mails.add(account) > MAILS_TO_ONE * factor) return mailAnswer();
      const response = await answer(whole);
      if (!response.ok) mails.undo(account);
      return response;
    }
    // Counts a try before it is made, so that parallel tries cannot pass together; a refused one was no try.
    const pair = `${kind} ${caller} ${account}`;
    const mine = pairs.add(pair);
    if (mine > (PER_PAIR[kind] ?? Infinity) * factor) {
      pairs.undo(pair);
      return tooMany(pairs.wait(pair));
    }
    if (kind !== 'sign_in') return answer(whole);
    if (accounts.add(account) > MANY_FAILURES * factor && mine > FEW * factor) {
      accounts.undo(account);
      pairs.undo(pair);
      return tooMany(accounts.wait(account));
    }
    const response = await answer(whole);
    if (await isWrongPassword(response)) return response;
    accounts.undo(account);
    if (response.ok) pairs.forget(pair);
    else pairs.undo(pair);
    return response;
  };
}
