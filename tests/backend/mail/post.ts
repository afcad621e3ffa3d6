/** A server that sends its mails to a post office, and a clock that a test turns. */
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import type { MailOptions } from '../../../supabase/local/mail/index.ts';
import { today } from '../../turn.ts';
import { openPost, type Post, type ReceivedMail } from './postOffice.ts';
import { arrivals, newSecret, orderOf, rpc, startTestServer, visitor } from '../support/testServer.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export { openPost, type Post, type ReceivedMail };

export const SITE = 'https://app.example.com';

export interface Desk {
  server: RunningServer;
  post: Post;
  /** Turns the mailer's clock, ms. */
  turn(by: number): void;
  close(): Promise<void>;
}

/** Settings for a post office with a clock of its own, which looks at the queue only when asked. */
export function mailAt(post: Post, clock: { now: number }): MailOptions {
  return { smtpUrl: post.url, from: 'Accord <hello@example.com>', now: () => clock.now, pollMs: null };
}

/** A server that sends its mails to a post office. */
export async function startWithPost(more: Partial<MailOptions> = {}): Promise<Desk> {
  const post = await openPost();
  // A little ahead of the database's clock, which says when a mail was queued.
  const clock = { now: today() + MINUTE };
  const server = await startTestServer(undefined, { siteUrl: SITE, mail: { ...mailAt(post, clock), ...more } });
  arrivals.set(server, async () => {
    await server.mailer!.run();
    return post.mails.map((mail) => ({ ...mail, to: mail.to[0]! }));
  });
  return {
    server,
    post,
    turn: (by) => (clock.now += by),
    async close() {
      await server.close();
      await post.shut();
    },
  };
}

/** An order of a visitor's new device; returns its id. */
export async function order(server: RunningServer, fields: Record<string, unknown>): Promise<string> {
  const id = crypto.randomUUID();
  const placed = await rpc(server, visitor(server), 'place_preorder', orderOf({ id, ...fields }, newSecret()));
  if ((placed.body as { status?: unknown }).status !== 'stored') throw new Error(JSON.stringify(placed.body));
  return id;
}

/** The secret in the link of an order mail. */
export function secretIn(mail: ReceivedMail | undefined): string {
  const secret = /https:\/\/app\.example\.com\/cancel-order\?order=([0-9a-f]{32})\b/.exec(mail?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`The mail has no link: ${mail?.text}`);
  return secret;
}
