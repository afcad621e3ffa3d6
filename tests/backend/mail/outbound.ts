/**
 * The queue of mails as `send-mails` works it, with a transport that stores its mails and a clock that a test turns.
 */
import { sendMails, type OutgoingMail, type QueueRunResult } from '#shared/mail/queue.ts';
import { createService } from '#shared/service.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { today } from '#tests/eventLoop.ts';
import { newSecret, orderOf, rpc, visitor } from '../support/testServer.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const SITE_URL = 'https://app.example.com';
export const OPERATOR_ADDRESS = 'operator@example.com';

export interface Outbound {
  /** Sent mails, oldest first. */
  mails: OutgoingMail[];
  /** The error of the next mails; null lets them go. */
  refuse(error: Error | null): void;
  /** Turns the clock, ms. */
  turn(by: number): void;
  /** The sender's time, ISO. */
  at(): string;
  /** Sends due mails. */
  run(): Promise<QueueRunResult>;
  /** The mails to an address that go out when the queue is sent now. */
  sentTo(address: string): Promise<OutgoingMail[]>;
  close(): Promise<unknown>;
}

/**
 * Lets the mails of a server be queued, as `private.schedule` does it, and sent by the test alone, until it is closed.
 */
export async function startOutbound(server: RunningServer, operatorMail = OPERATOR_ADDRESS): Promise<Outbound> {
  const { sql } = server.backend!;
  await sql('select private.configure(mail => true, operator_mail => $1)', [operatorMail]);
  const mails: OutgoingMail[] = [];
  // Ahead of the database's clock, which sets the time at which a mail is queued.
  let now = today() + MINUTE_MS;
  let refusal: Error | null = null;
  const service = createService(
    (name) => ({ SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret })[name],
  );
  const transport = {
    async send(mail: OutgoingMail) {
      if (refusal) throw refusal;
      mails.push(mail);
    },
  };
  const run = () => sendMails({ service, transport, siteUrl: SITE_URL, now: () => now });
  return {
    mails,
    run,
    refuse: (error) => (refusal = error),
    turn: (by) => (now += by),
    at: () => new Date(now).toISOString(),
    async sentTo(address) {
      const before = mails.length;
      await run();
      return mails.slice(before).filter(({ to }) => to.toLowerCase() === address.toLowerCase());
    },
    async close() {
      await sql("select private.configure(mail => false, operator_mail => '')");
      return sql('delete from private.mails');
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

export const address = () => `${crypto.randomUUID()}@example.com`;
