import { proxy } from 'valtio';
import { sendContactMessage } from '../backend/contact.ts';
import { outbox } from '../../outbox/backend/outbox.ts';
import { isCoded } from '#core/values/errors.ts';
import { cleanAddress, cleanLines, cleanName } from '#core/values/nameRules.ts';
import { ACCOUNT_NOTICE_MS, notify } from '#core/shell/notices.ts';
import { readWaitingMessage } from '../domain/waiting.ts';
import { removeWaiting, sendNow, type Waiting } from '../../outbox/state/outbox.ts';
import { newUuid } from '#core/values/uuid.ts';

export interface Message {
  name: string;
  email: string;
  message: string;
}

/** The contact form: idle, submitting, success, waiting for the connection, or error. */
export const contact = proxy<{
  status: 'idle' | 'submitting' | 'success' | 'waiting' | 'error';
  /** The error message. */
  error: string | null;
  /** Id of the waiting message. */
  waitingId: string | null;
}>({ status: 'idle', error: null, waitingId: null });

export const CONTACT_SENT = 'Message sent! We’ll be in touch soon';
const FAILED = 'Failed to send message. Please try again.';

/**
 * The current attempt: sending the same message again, after a failure or a lost answer, uses the same id.
 */
let attempt: { what: string; id: string } | null = null;

/** Message for a failure. */
export function contactErrorMessage(failure: unknown): string {
  if (!isCoded(failure))
    return failure instanceof Error && failure.message !== ''
      ? `Error: ${failure.message}`
      : 'Network error. Please check your connection and try again.';
  const { code, message, status, detail } = failure as {
    code: string;
    message: string;
    status?: number;
    detail?: string;
  };
  if (code === 'timeout' && status === undefined) return 'Request timed out. Please try again.';
  if (code === 'network') return 'Unable to connect to server. Please check your internet connection.';
  if (status === undefined) return `Error: ${message}`;
  const silent = message === `The backend answered ${status}.`;
  if (status >= 300) return `Server error: ${silent ? status : message}`;
  if (detail === 'not_json') return 'Server returned invalid response. Please try again.';
  return silent ? FAILED : message;
}

/**
 * Sends a message; true when it was stored, or waits on this device for the connection. Ignored while one is being
 * sent.
 */
export async function sendMessage(typed: Message): Promise<boolean> {
  if (contact.status === 'submitting') return false;
  const message = {
    name: cleanName(typed.name),
    email: cleanAddress(typed.email),
    message: cleanLines(typed.message),
  };
  const what = JSON.stringify([message.name, message.email, message.message]);
  if (attempt?.what !== what) attempt = { what, id: newUuid() };
  const { id } = attempt;
  contact.status = 'submitting';
  contact.error = null;
  let waits = false;
  try {
    await sendNow(
      'contact',
      { id, ...message },
      id,
      () => sendContactMessage({ id, ...message }),
      (failure, kept) => {
        // Report it as waiting only if it survives this page; show every other failure and leave the text in the
        // form.
        waits = kept === 'device' && isCoded(failure, 'network');
        return waits;
      },
    );
    attempt = null;
    contact.status = 'success';
    notify({ kind: 'success', title: CONTACT_SENT, duration: ACCOUNT_NOTICE_MS, key: 'contact' });
    return true;
  } catch (failure) {
    contact.error = contactErrorMessage(failure);
    if (waits) {
      attempt = null;
      contact.status = 'waiting';
      contact.waitingId = id;
      notify({
        kind: 'info',
        title: contact.error,
        description: 'Your message is kept on this device and will be sent automatically.',
        duration: ACCOUNT_NOTICE_MS,
        key: 'contact',
      });
      return true;
    }
    contact.status = 'error';
    notify({ kind: 'error', title: contact.error, duration: ACCOUNT_NOTICE_MS, key: 'contact' });
    return false;
  }
}

// The waiting message of this page was sent.
outbox.onSettled('contact', ({ entry, ok }) => {
  if (entry.id !== contact.waitingId || contact.status !== 'waiting') return;
  if (!ok) {
    resetContact();
    return;
  }
  Object.assign(contact, { status: 'success', error: null, waitingId: null });
  notify({ kind: 'success', title: CONTACT_SENT, duration: ACCOUNT_NOTICE_MS, key: 'contact' });
});

/** Removes a refused message from the outbox, so that its author can change it. */
export async function takeUpMessage({ id, payload }: Pick<Waiting, 'id' | 'payload'>): Promise<Message> {
  await removeWaiting(id);
  const { name = '', email = '', message = '' } = payload as Partial<Message>;
  return { name, email, message };
}

/** Resets the form for another message. */
export function resetContact(): void {
  if (contact.status === 'submitting') return;
  Object.assign(contact, { status: 'idle', error: null, waitingId: null });
}

/** Sends a message that waited in the outbox. @throws BackendError */
export async function sendWaitingMessage(payload: unknown, signal: AbortSignal): Promise<unknown> {
  return sendContactMessage(readWaitingMessage(payload), { signal });
}
