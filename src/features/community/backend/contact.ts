import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { cleanAddress, cleanLines, cleanName } from '#core/values/nameRules.ts';
import { callFunction, type CallOptions } from '#core/backend/functions.ts';
import { contactMessagesTable } from './communityTables.ts';
import { newUuid } from '#core/values/uuid.ts';

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
