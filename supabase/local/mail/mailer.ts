/** Sends the queue of mails by SMTP while the server runs. */
import { createTransport } from 'nodemailer';
import { prepareMails, sendMails, type QueueDeps, type Sent } from '../../functions/_shared/mail/queue.ts';
import { smtpTransport, type CreateTransport } from '../../functions/_shared/mail/smtp.ts';
import type { Service } from '../../functions/_shared/service.ts';
import type { MailSettings } from './settings.ts';

/** Between two looks at the queue, and between two looks whether there is something for a digest, ms. */
const POLL_MS = 5_000;
const HOURLY_MS = 3_600_000;
/** How long the end of the server waits for a mail that is being sent, ms. */
const FAREWELL_MS = 5_000;

export interface MailerOptions extends MailSettings {
  service: Service;
  siteUrl: string;
  /** ms since 1970; for tests. */
  now?: () => number;
  /** Between two looks at the queue, ms; null looks only when asked. */
  pollMs?: number | null;
  say?: (line: string) => void;
}

export interface Mailer {
  /** Sends what is due now. Runs one at a time. */
  run(): Promise<Sent>;
  close(): Promise<void>;
}

const NOTHING: Sent = { sent: 0, later: 0, givenUp: 0, errors: [] };

/** @throws MailSettingError */
export function startMailer({
  service,
  siteUrl,
  now = Date.now,
  pollMs = POLL_MS,
  say,
  ...mail
}: MailerOptions): Mailer {
  const transport = smtpTransport(createTransport as unknown as CreateTransport, mail.smtpUrl, mail.from);
  const ending = new AbortController();
  const deps: QueueDeps = { service, transport, siteUrl, now, signal: ending.signal };
  let last: Promise<unknown> = Promise.resolve();
  let hourly = -Infinity;

  async function work(): Promise<Sent> {
    if (ending.signal.aborted) return NOTHING;
    if (now() >= hourly + HOURLY_MS) {
      hourly = now();
      await prepareMails(deps, mail.ownerMail);
    }
    const done = await sendMails(deps);
    if (done.later + done.givenUp > 0)
      say?.(
        `Mail: ${done.sent} sent, ${done.later} to be tried again, ${done.givenUp} given up (${done.errors.join(', ')}).`,
      );
    return done;
  }
  const run = (): Promise<Sent> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };

  let waiting = false;
  const look = async () => {
    if (waiting) return;
    waiting = true;
    // The backend may be busy opening its database again; the next look is soon.
    await run().catch((error: unknown) => say?.(`Mail: the queue could not be read (${(error as Error).message}).`));
    waiting = false;
  };
  const timer = pollMs === null ? null : setInterval(() => void look(), pollMs).unref();
  return {
    run,
    async close() {
      ending.abort();
      if (timer) clearInterval(timer);
      let end: NodeJS.Timeout | undefined;
      await Promise.race([last, new Promise((done) => (end = setTimeout(done, FAREWELL_MS)))]);
      clearTimeout(end);
      transport.close?.();
    },
  };
}
