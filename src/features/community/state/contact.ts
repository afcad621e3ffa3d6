import { proxy } from 'valtio';
import { sendContactMessage } from '../backend/requests.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import type { StorageKind } from '#features/outbox/backend/outboxContract.ts';
import { isRetriable } from '#core/backend/errors.ts';
import { isCoded } from '#core/values/errors.ts';
import { cleanAddress, cleanLines, cleanName } from '#core/values/nameRules.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { readWaitingMessage } from '../domain/queuedEntries.ts';
import { removeWaiting, sendNow, type Waiting } from '#features/outbox/state/outbox.ts';
import { newUuid } from '#core/values/uuid.ts';

export interface Message {
  name: string;
  email: string;
  message: string;
}

/** The contact form: idle, submitting, success, waiting in the outbox, or error. */
export const contact = proxy<{
  status: 'idle' | 'submitting' | 'success' | 'waiting' | 'error';
  /** The error message. */
  error: string | null;
  /** Id of the waiting message. */
  waitingId: string | null;
  /** The message that was sent last. */
  sent: Message | null;
}>({ status: 'idle', error: null, waitingId: null, sent: null });

export const CONTACT_SENT = 'Message sent! We’ll be in touch soon';
/** Second sentence of a notice about a message in the outbox. */
const KEPT_ON_DEVICE = 'Your message is kept on this device and will be sent automatically.';
const KEPT_ON_PAGE = 'Please leave this page open: your message is sent as soon as possible.';
const FAILED_MESSAGE = 'Failed to send message. Please try again.';

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
  return silent ? FAILED_MESSAGE : message;
}

/**
 * Sends a message. After a temporary failure, the message is in the outbox, and the form keeps its text. Ignored while
 * one is being sent.
 */
export async function sendMessage(typed: Message): Promise<void> {
  if (contact.status === 'submitting') return;
  const message = {
    name: cleanName(typed.name),
    email: cleanAddress(typed.email),
    message: cleanLines(typed.message),
  };
  const what = JSON.stringify([message.name, message.email, message.message]);
  // The text was changed while the message was in the outbox: the changed one replaces it.
  if (attempt?.what !== what && contact.waitingId !== null) await removeWaiting(contact.waitingId);
  if (attempt?.what !== what) attempt = { what, id: newUuid() };
  const { id } = attempt;
  contact.waitingId = null;
  contact.status = 'submitting';
  contact.error = null;
  let storageKind: StorageKind | null = null;
  try {
    await sendNow(
      'contact',
      { id, ...message },
      id,
      () => sendContactMessage({ id, ...message }),
      (failure, where) => {
        if (isRetriable(failure)) storageKind = where;
        return storageKind !== null;
      },
    );
    finishSending(typed);
  } catch (failure) {
    contact.error = contactErrorMessage(failure);
    if (storageKind !== null) {
      contact.status = 'waiting';
      contact.waitingId = id;
      notify({
        kind: 'info',
        title: contact.error,
        description: storageKind === 'device' ? KEPT_ON_DEVICE : KEPT_ON_PAGE,
        duration: NOTICE_MS,
        key: 'contact',
      });
      return;
    }
    contact.status = 'error';
    notify({ kind: 'error', title: contact.error, duration: NOTICE_MS, key: 'contact' });
  }
}

function finishSending(message: Message): void {
  attempt = null;
  Object.assign(contact, { status: 'success', error: null, waitingId: null, sent: message });
  notify({ kind: 'success', title: CONTACT_SENT, duration: NOTICE_MS, key: 'contact' });
}

/** Follows a message that is in the outbox since an earlier visit; returns its text, for the form. */
export function followMessage(entry: Pick<Waiting, 'id' | 'payload'>): Message {
  const message = messageOf(entry);
  attempt = { what: JSON.stringify([message.name, message.email, message.message]), id: entry.id };
  Object.assign(contact, { status: 'waiting', error: null, waitingId: entry.id });
  return message;
}

// The waiting message of this page was sent.
outbox.onSettled('contact', ({ entry, ok }) => {
  if (entry.id !== contact.waitingId || contact.status !== 'waiting') return;
  if (!ok) {
    resetContact();
    return;
  }
  finishSending(messageOf(entry));
});

function messageOf({ payload }: Pick<Waiting, 'payload'>): Message {
  const { name = '', email = '', message = '' } = payload as Partial<Message>;
  return { name, email, message };
}

/** Removes a refused message from the outbox, so that its author can change it. */
export async function reopenMessage(entry: Pick<Waiting, 'id' | 'payload'>): Promise<Message> {
  await removeWaiting(entry.id);
  return messageOf(entry);
}

/** Resets the form for another message. */
export function resetContact(): void {
  if (contact.status === 'submitting') return;
  Object.assign(contact, { status: 'idle', error: null, waitingId: null });
}

/**
 * Sends a message from the outbox.
 * @throws BackendError
 */
export async function sendWaitingMessage(payload: unknown, signal: AbortSignal): Promise<unknown> {
  return sendContactMessage(readWaitingMessage(payload), { signal });
}
