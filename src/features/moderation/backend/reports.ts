import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { callRpc, type RpcOptions } from '#core/backend/rpc.ts';
import type { Report, ReportSubject } from '../domain/refusals.ts';

/**
 * Reports a public fragrance or a share, as the member or as this device. Idempotent: the second report of a device or
 * member is answered as the first.
 * @throws BackendError, `rejected` with `not_public` or `own` in `hint`
 */
export async function sendReport(
  subject: ReportSubject,
  id: string,
  { reason, details }: Report,
  options: RpcOptions = {},
): Promise<void> {
  const text = details.trim();
  await callRpc(
    'report',
    { subject, id, reason, details: text === '' ? null : text, owner_secret: ownerSecret() },
    options,
  );
}
