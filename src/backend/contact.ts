import { callFunction, type CallOptions } from './functions.ts';
import { contactMessagesTable } from './tables.ts';

/** A message that has no answer after this long is given up, s. */
export const CONTACT_TIMEOUT_SECONDS = 30;

/**
 * Sends a contact message (`contact-form`).
 *
 * @throws BackendError `timeout`, `network`; `server` or another code with the HTTP `status`; `detail` is `not_json` when the
 * answer was none.
 */
export async function sendContactMessage(message: { name: string; email: string; message: string }, options: CallOptions = {}): Promise<void> {
  const fields = { name: message.name.trim(), email: message.email.trim(), message: message.message.trim() };
  contactMessagesTable.toRow(fields);
  await callFunction('contact-form', fields, { timeout: CONTACT_TIMEOUT_SECONDS, ...options });
}
