import type { APIRequestContext, Page } from '@playwright/test';
import { linkIn, mailTo } from '../mailbox.ts';
import { register, stranger } from '../members.ts';

/** Somebody registers in a browser of their own, and sends the link of the mail to a victim. */
export async function linkOf(request: APIRequestContext, who = stranger()): Promise<{ link: string; email: string }> {
  await register(request, who);
  return { link: linkIn(await mailTo(request, who.email, /confirm/i)), email: who.email };
}

export const sessionOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-') || key === 'user'));
