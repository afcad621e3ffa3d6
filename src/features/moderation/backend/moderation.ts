import * as z from 'zod/mini';
import { callRows, callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { table } from '../../../core/backend/table.ts';
import { textOf } from '../../../core/schema/parts.ts';
import { knownSecret } from '../../members/backend/index.ts';
import { MAX_ANSWER_LENGTH, type Moderated } from '../domain/moderation.ts';

/** A line of `my_moderation`. */
const moderatedTable = table(
  'my_moderation',
  z.object({
    subject: z.enum(['fragrance', 'share', 'member']),
    subjectId: textOf(100, 1),
    name: z.nullable(textOf(200)),
    reason: textOf(500, 1),
    answer: z.nullable(textOf(MAX_ANSWER_LENGTH)),
  }),
);

/** What of the member's or this device's is hidden, and whether the account is blocked. @throws BackendError */
export async function listModeration(options: RpcOptions = {}): Promise<Moderated[]> {
  const rows = await callRows('my_moderation', { owner_secret: knownSecret() }, options);
  return rows.map((row) => moderatedTable.fromRow(row));
}

/**
 * Answers the desk; a new answer replaces the one before.
 * @throws BackendError, `rejected` with `nothing_hidden` in `hint`
 */
export async function sendAnswer(
  { subject, subjectId }: Pick<Moderated, 'subject' | 'subjectId'>,
  answer: string,
  options: RpcOptions = {},
): Promise<void> {
  await callRpc(
    'answer_moderation',
    { subject, subject_id: subjectId, answer: answer.trim(), owner_secret: knownSecret() },
    options,
  );
}
