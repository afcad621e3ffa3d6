/**
 * Sends by a provider's HTTP API of the form that Resend has: `POST {from, to, subject, html, text}` with a bearer key.
 */
import type { OutgoingMail, Transport } from './queue.ts';
import { senderOf } from './smtp.ts';

/** Address of Resend's API. */
const RESEND_URL = 'https://api.resend.com/emails';

const TIMEOUT_MS = 30_000;

/** The provider did not take a mail. */
class ApiError extends Error {
  /** The HTTP status. */
  readonly responseCode: number;
  readonly code = 'API';

  constructor(status: number, words: string) {
    super(words);
    this.responseCode = status;
  }
}

/** `key` is the provider's; `sender` as for SMTP. @throws MailSettingError */
export function apiTransport(key: string, url: string | undefined, sender: string | undefined): Transport {
  const { name, address } = senderOf(sender);
  return {
    async send({ id, to, subject, text, html }: OutgoingMail) {
      const answer = await fetch(url || RESEND_URL, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          // Of two tries with the same key the provider sends one.
          'Idempotency-Key': id,
        },
        body: JSON.stringify({
          from: `${name} <${address}>`,
          to: [to],
          subject,
          html,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const words = await answer.text();
      if (!answer.ok) throw new ApiError(answer.status, words.slice(0, 150));
    },
  };
}
