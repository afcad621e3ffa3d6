/**
 * Sends the mails of the queue (`private.mails`), one after the other; the same on one machine and in a hosted
 * function.
 */
import type { Service } from '../service.ts';
import { buildMail, type ClaimedMail } from './templates.ts';

/** A mail as it goes out. */
export interface OutgoingMail {
  /** The id in the queue, the same at each try: a provider or reader that gets a mail twice recognises it by this. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mails: by an SMTP server, or by a provider's API. */
export interface Transport {
  /** Resolves once the other side has accepted the mail. @throws Error otherwise */
  send(mail: OutgoingMail): Promise<void>;
  close?(): void;
}

export interface QueueDeps {
  service: Service;
  transport: Transport;
  /** Public address of the app, without a slash at its end; links in mails begin with it. */
  siteUrl: string;
  /** ms since 1970. */
  now: () => number;
  /** Ends the run after the mail that is being sent. */
  signal?: AbortSignal;
}

/** Result of a run. */
export interface QueueRunResult {
  sent: number;
  /** Not sent, tried again later. */
  later: number;
  /** Not sent, never tried again. */
  givenUp: number;
  /** Codes of the errors, each once; without personal data. */
  errors: string[];
}

/** Longest time that one mail may take, s; longer than all timeouts of a transport together. */
const LEASE_SECONDS = 300;

/** Most mails of one run: a hosted function has a limited time. */
const MAX_MAILS = 100;

const codeOf = (error: unknown): string => {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => /^(string|number)$/.test(typeof part)).join(' ') || 'unknown';
};

/** The stored form of an error: its code and message without addresses. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${codeOf(error)}: ${message.replace(/[^\s<>"']+@[^\s<>"']+/g, '(address)')}`.slice(0, 200);
}

/** Sends due mails, at most {@link MAX_MAILS} of them. @throws ServiceError when the queue cannot be read */
export async function sendMails({ service, transport, siteUrl, now, signal }: QueueDeps): Promise<QueueRunResult> {
  const done: QueueRunResult = { sent: 0, later: 0, givenUp: 0, errors: [] };
  const moment = () => new Date(now()).toISOString();
  for (let count = 0; count < MAX_MAILS; count++) {
    if (signal?.aborted) break;
    const mail = await service.rpc<ClaimedMail | null>('claim_mail', { at: moment(), lease_seconds: LEASE_SECONDS });
    if (mail === null) break;
    const { id, claim } = mail;
    let error: string | null = null;
    try {
      await transport.send({ id, to: mail.recipient, ...buildMail(mail, siteUrl) });
    } catch (failure) {
      error = wordsOf(failure);
      const code = codeOf(failure);
      if (!done.errors.includes(code)) done.errors.push(code);
    }
    const outcome = await service.rpc<string | null>('mail_done', { id, claim, error, at: moment() });
    if (error === null) done.sent++;
    else if (outcome === 'later') done.later++;
    else done.givenUp++;
  }
  return done;
}
