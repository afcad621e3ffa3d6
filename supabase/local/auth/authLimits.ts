/**
 * Limits on tries of passwords, links and mails: per caller, and per pair of caller and account, in windows of five
 * minutes. An account as a whole is never locked. When many places guess at it, callers that have not signed in to it
 * before get a few tries each, and in the end none; a mail with a reset link is the way in then. The answers do not
 * reveal how many mails an address got.
 *
 * Refuses what the app does not use: sign-in by a mailed code or magic link, and codes in place of links.
 */

import { networkOf, networksOf } from '../../functions/_shared/caller.ts';
import { createWindows } from './windows.ts';
import { accountIn, bodyOf, fieldsIn, kindOf, LINKS, mailAnswer, openedIn, refusal, type Kind } from './authRequest.ts';

/** Length of a window, ms. */
const WINDOW_MS = 300_000;
/**
 * Calls of one caller in a window: the defaults of a hosted project. A network may make those of several callers.
 */
const PER_CALLER: Readonly<Record<Kind, number>> = { sign_in: 30, sign_up: 30, refresh: 150, verify: 30, mail: 30 };
/** Calls of one caller for one account in a window; of sign-ins, failures only. */
const PER_PAIR: Readonly<Record<Kind, number>> = {
  sign_in: 20,
  sign_up: 10,
  refresh: Infinity,
  verify: Infinity,
  mail: Infinity,
};
/** Mails to one address in a window, from all callers. */
const MAILS_TO_ONE = 3;
/** Failed sign-ins to one account, above which each unknown caller gets {@link FEW} tries. */
const MANY_FAILURES = 60;
/** Failed sign-ins to one account, above which unknown callers get no try. */
const FAR_TOO_MANY = 600;
/** Wrong links from all callers, above which each caller gets {@link FEW} tries. */
const MANY_WRONG_LINKS = 300;
const FEW = 3;
/** Accounts with remembered callers, and callers of each. */
const MAX_ACCOUNTS = 50_000;
const MAX_KNOWN = 8;
export type AuthLimiter = (
  request: Request,
  caller: string,
  answer: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** Networks from which each account was signed in to. */
function createKnown() {
  const known = new Map<string, string[]>();
  return {
    has: (account: string, network: string) => known.get(account)?.includes(network) ?? false,
    add(account: string, network: string) {
      const others = (known.get(account) ?? []).filter((other) => other !== network);
      known.delete(account);
      known.set(account, [...others, network].slice(-MAX_KNOWN));
      if (known.size > MAX_ACCOUNTS) known.delete(known.keys().next().value!);
    },
  };
}

/**
 * @param factor widens every limit (`RATE_LIMIT_FACTOR`, default 1)
 * @param now ms since any fixed moment
 */
export function createAuthLimiter(factor = 1, now: () => number = Date.now): AuthLimiter {
  const windows = () => createWindows(WINDOW_MS, now);
  const callers = windows();
  const pairs = windows();
  const accounts = windows();
  const mails = windows();
  const links = windows();
  const allLinks = windows();
  const known = createKnown();

  /**
   * Counts a call of a network and of the networks around it. Returns the seconds to wait, 0 within the limits.
   */
  function countCaller(kind: Kind, network: string): number {
    let own = 0;
    for (const group of networksOf(network)) {
      const key = `${kind} ${group.network}`;
      const hits = callers.add(key);
      own ||= hits;
      const most = PER_CALLER[kind] * group.callers * factor;
      // A caller with few calls passes in a full network, up to four times the network's limit.
      if (hits > most && (group.callers === 1 || own > FEW * factor || hits > 4 * most)) return callers.wait(key);
    }
    return 0;
  }

  /**
   * Counts a try before it is made, so that parallel tries cannot pass together. Returns the seconds to wait.
   */
  function countSignIn(network: string, account: string): number {
    const pair = `${network} ${account}`;
    const mine = pairs.add(`sign_in ${pair}`);
    if (mine > PER_PAIR.sign_in * factor) return pairs.wait(`sign_in ${pair}`);
    const all = accounts.add(account);
    const most = all > FAR_TOO_MANY * factor ? 0 : all > MANY_FAILURES * factor ? FEW * factor : Infinity;
    return mine > most && !known.has(account, network) ? accounts.wait(account) : 0;
  }

  function countLink(network: string): number {
    const mine = links.add(network);
    const all = allLinks.add('');
    return all > MANY_WRONG_LINKS * factor && mine > FEW * factor ? allLinks.wait('') : 0;
  }

  return async (request, caller, answer) => {
    const url = new URL(request.url);
    // The service decodes paths, so an escaped one would pass by the limits. No address of the service needs escapes.
    if (url.pathname.startsWith('/auth/v1/') && url.pathname.includes('%'))
      return refusal(request, 404, 'not_found', 'There is no such address.');
    const kind = kindOf(request, url);
    if (kind === null) return answer(request);
    if (kind === 'off')
      return refusal(request, 422, 'otp_disabled', 'Signing in by a mailed code or link is switched off.');
    const network = networkOf(caller);
    const tooMany = (wait: number) =>
      refusal(request, 429, 'over_request_rate_limit', 'Request rate limit reached', { 'Retry-After': String(wait) });
    const wait = countCaller(kind, network);
    if (wait > 0) return tooMany(wait);

    const body = await bodyOf(request);
    if (body === null) return refusal(request, 413, 'validation_failed', 'The request is too large.');
    const whole = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body ? { body } : {}),
    });
    const fields = fieldsIn(body);
    const account = accountIn(fields);
    if (kind === 'verify') {
      const full = countLink(network);
      if (full > 0) return tooMany(full);
      // The token of a link has 224 random bits. Codes are short and the app uses none.
      if (typeof fields['token_hash'] !== 'string' || !LINKS.has(fields['type']))
        return refusal(request, 403, 'otp_expired', 'Token has expired or is invalid');
      const response = await answer(whole);
      if (response.ok) {
        links.undo(network);
        allLinks.undo('');
        const opened = await openedIn(response);
        if (opened !== null) known.add(opened, network);
      }
      return response;
    }
    if (account === null) return answer(whole);
    if (kind === 'mail') {
      // The same answer as otherwise: a flooder learns nothing, and the owner has a mail that works.
      if (mails.add(account) > MAILS_TO_ONE * factor) return mailAnswer();
      const response = await answer(whole);
      if (!response.ok) mails.undo(account);
      return response;
    }
    if (kind === 'sign_in') {
      const full = countSignIn(network, account);
      if (full > 0) return tooMany(full);
      const response = await answer(whole);
      if (response.ok) {
        pairs.forget(`sign_in ${network} ${account}`);
        accounts.undo(account);
        known.add(account, network);
      }
      return response;
    }
    const pair = `${kind} ${network} ${account}`;
    return pairs.add(pair) > PER_PAIR[kind] * factor ? tooMany(pairs.wait(pair)) : answer(whole);
  };
}
