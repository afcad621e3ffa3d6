import { ownerSecret } from '../../platform/storage/ownerSecret.ts';
import { callFunction, type CallOptions } from '../connection/functions.ts';
import { submissionsTable } from './tables.ts';

/** A finished fragrance that is submitted for review. */
export interface Submission {
  /** A UUID made on the device, for each submission one: sent again under it, it is the same submission. */
  id?: string;
  name: string;
  email: string;
  /** URL of the recording in storage. */
  audioUrl: string;
}

/**
 * Submits a fragrance for review (`smart-function`), which alone can write submissions. The recording has to be the
 * member's or this device's.
 * @throws BackendError, `rejected` with `no_recording` in `detail` when it is neither, or gone
 */
export async function submitToReview(
  { id = crypto.randomUUID(), name, email, audioUrl }: Submission,
  options: CallOptions = {},
): Promise<void> {
  const fields = { name: name.trim(), email: email.trim(), audioUrl };
  submissionsTable.toRow(fields);
  await callFunction('smart-function', { id, ...fields, owner: ownerSecret() }, options);
}
