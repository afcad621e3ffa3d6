/** How many mails wait to be sent (migrations/20260101000700_mail.sql). */
import type { Backend } from '../backendContract.ts';

export interface MailQueue {
  waiting: number;
  /** Age of the oldest one, s; 0 without any. */
  oldest_seconds: number;
  /** For how long the next try of one is due, s; 0 where all wait for a later try. */
  overdue_seconds: number;
}

/** The mails that are neither sent nor given up. */
export async function mailQueue(sql: Backend['sql']): Promise<MailQueue> {
  const [row] = await sql<MailQueue>(
    `select count(*)::int as waiting, coalesce(extract(epoch from clock_timestamp() - min(created_at))::int, 0) as oldest_seconds,
       greatest(coalesce(extract(epoch from clock_timestamp() - min(next_try_at))::int, 0), 0) as overdue_seconds
     from private.mails where next_try_at is not null`,
  );
  return row!;
}
