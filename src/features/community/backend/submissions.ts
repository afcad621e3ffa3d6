import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { cleanAddress, cleanName } from '#core/values/nameRules.ts';
import { callFunction, type CallOptions } from '#core/backend/functions.ts';
import { submissionsTable } from './communityTables.ts';
import { newUuid } from '#core/values/uuid.ts';

/** A finished fragrance that is submitted for review. */
interface Submission {
  /** Idempotency key: a UUID made on the device for each submission. */
  id?: string;
  name: string;
  email: string;
  /** URL of the recording in storage. */
  audioUrl: string;
}

/**
 * Submits a fragrance for review with `smart-function`, the only writer of submissions. The recording must belong to
 * the member or to this device.
 * @throws BackendError, `rejected` with `no_recording` in `detail` for any other recording
 */
export async function submitToReview(
  { id = newUuid(), name, email, audioUrl }: Submission,
  options: CallOptions = {},
): Promise<void> {
  const fields = { name: cleanName(name), email: cleanAddress(email), audioUrl };
  submissionsTable.toRow(fields);
  await callFunction('smart-function', { id, ...fields, owner: ownerSecret() }, options);
}
