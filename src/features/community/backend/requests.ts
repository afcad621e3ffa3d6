import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { cleanAddress, cleanLines, cleanName } from '#core/values/nameRules.ts';
import { callFunction, type CallOptions } from '#core/backend/functions.ts';
import { contactMessagesTable, submissionsTable, preordersTable } from './communityTables.ts';
import { newUuid } from '#core/values/uuid.ts';
import { BackendError } from '#core/backend/errors.ts';
import { callRpc, type RpcOptions } from '#core/backend/rpc.ts';

/** Timeout, s. */
const CONTACT_TIMEOUT_SECONDS = 30;

interface ContactMessage {
  /** Idempotency key: a UUID made on the device for each message. */
  id?: string | undefined;
  name: string;
  email: string;
  message: string;
}

/**
 * Sends a contact message (`contact-form`).
 *
 * @throws BackendError `timeout`, `network`; `server` or another code with the HTTP `status`; `detail` is `not_json`
 *   for an answer without JSON
 */
export async function sendContactMessage(
  { id = newUuid(), name, email, message }: ContactMessage,
  options: CallOptions = {},
): Promise<void> {
  const fields = { name: cleanName(name), email: cleanAddress(email), message: cleanLines(message) };
  contactMessagesTable.toRow(fields);
  await callFunction(
    'contact-form',
    { id, ...fields, owner: ownerSecret() },
    { timeout: CONTACT_TIMEOUT_SECONDS, ...options },
  );
}

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

export interface Preorder {
  /** Idempotency key: a UUID made on the device for each order. */
  id?: string;
  email: string;
  name: string;
  /** Id of a store fragrance, or `custom` for the buyer's own bottle. */
  fragranceId: string;
  fragranceName: string;
  /** The buyer's own bottle. */
  design?: { name: string; color: string; bottle: 'white' | 'black' | 'silver' } | null | undefined;
}

/**
 * Stores a preorder. A repeated order of this member or device under the same e-mail is stored once. The answer does
 * not reveal the orders under an address (docs/decisions.md, 53).
 *
 * @throws BackendError; transient ones when it has to wait
 */
export async function sendPreorder(
  { id = newUuid(), email, name, fragranceId, fragranceName, design = null }: Preorder,
  options: RpcOptions = {},
): Promise<void> {
  const row = preordersTable.toRow({
    id,
    email: cleanAddress(email).toLowerCase(),
    name,
    fragranceId,
    fragranceName,
    design,
  });
  const answer = (await callRpc('place_preorder', { preorder: row, owner_secret: ownerSecret() }, options)) as {
    status?: unknown;
  } | null;
  if (answer?.status === 'stored') return;
  throw new BackendError('server', 'The answer says nothing about the order.', { detail: 'unreadable_row' });
}
