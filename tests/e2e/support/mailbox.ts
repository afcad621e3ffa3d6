import { expect, type APIRequestContext } from '@playwright/test';

interface CaughtMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The newest mail to an address whose subject matches, as the local mailbox caught it; waits for it to arrive. */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
  after = 0,
): Promise<CaughtMail> {
  let found: CaughtMail | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await request.get('/mailbox.json')).json()) as CaughtMail[];
        found = mails.findLast((mail) => mail.to === address && subject.test(mail.subject) && mail.id > after);
        return found !== undefined;
      },
      { message: `a mail to ${address}` },
    )
    .toBe(true);
  return found!;
}

/** The button's address in a mail. */
export function linkIn(mail: CaughtMail): string {
  const href = /<a href="([^"]+)"/.exec(mail.html)?.[1];
  if (href === undefined) throw new Error(`No link in "${mail.subject}".`);
  return href.replaceAll('&amp;', '&');
}
