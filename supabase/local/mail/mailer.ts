/** Puts the mails of the queue into the mailbox while the server runs: no mail leaves the machine. */
import { sendMails } from '#shared/mail/queue.ts';
import type { Service } from '#shared/service.ts';
import type { Backend } from '../backendContract.ts';
import { repeatEvery } from '../running/scheduledCleanUp.ts';

/** Interval of the checks of the queue, ms. */
const POLL_MS = 1000;

/** Recipient of the mails to the operator; they are in the mailbox like all others. */
const OPERATOR_ADDRESS = 'operator@localhost';

/** Switches the queue on and empties it from now on; returns a function that stops it. */
export async function startMailer(
  backend: Pick<Backend, 'sql' | 'catchMail'>,
  service: Service,
  siteUrl: string,
): Promise<() => Promise<void>> {
  await backend.sql('select private.configure(mail => true, operator_mail => $1)', [OPERATOR_ADDRESS]);
  const ending = new AbortController();
  const transport = { send: backend.catchMail };
  let last: Promise<unknown> = Promise.resolve();
  let underWay = false;
  const end = repeatEvery(POLL_MS, async () => {
    if (underWay) return;
    underWay = true;
    last = sendMails({ service, transport, siteUrl, now: Date.now, signal: ending.signal });
    await last.finally(() => (underWay = false));
  });
  return async () => {
    ending.abort();
    end();
    await last.catch(() => undefined);
  };
}
