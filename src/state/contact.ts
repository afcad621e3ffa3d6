import { proxy } from 'valtio';
import { sendContactMessage } from '../backend/contact.ts';
import { isCoded } from '../domain/errors.ts';
import { notify } from './notices.ts';

/** The contact form: idle, submitting, success or error. */
export const contact = proxy<{
  status: 'idle' | 'submitting' | 'success' | 'error';
  /** What went wrong, in words. */
  error: string | null;
}>({ status: 'idle', error: null });

export const CONTACT_SENT = 'Message sent! We’ll be in touch soon';
const FAILED = 'Failed to send message. Please try again.';

/** What a failure reads like. */
export function contactWords(failure: unknown): string {
  if (!isCoded(failure)) return failure instanceof Error && failure.message !== '' ? `Error: ${failure.message}` : 'Network error. Please check your connection and try again.';
  const { code, message, status, detail } = failure as { code: string; message: string; status?: number; detail?: string };
  if (code === 'timeout' && status === undefined) return 'Request timed out. Please try again.';
  if (code === 'network') return 'Unable to connect to server. Please check your internet connection.';
  if (status === undefined) return `Error: ${message}`;
  const silent = message === `The backend answered ${status}.`;
  if (status >= 300) return `Server error: ${silent ? status : message}`;
  if (detail === 'not_json') return 'Server returned invalid response. Please try again.';
  return silent ? FAILED : message;
}

/** Sends a message; true when it was stored. Ignored while one is on its way. */
export async function sendMessage(message: { name: string; email: string; message: string }): Promise<boolean> {
  if (contact.status === 'submitting') return false;
  contact.status = 'submitting';
  contact.error = null;
  try {
    await sendContactMessage(message);
    contact.status = 'success';
    notify({ kind: 'success', title: CONTACT_SENT, key: 'contact' });
    return true;
  } catch (failure) {
    contact.status = 'error';
    contact.error = contactWords(failure);
    notify({ kind: 'error', title: contact.error, key: 'contact' });
    return false;
  }
}

/** Begins anew, for another message. */
export function resetContact(): void {
  if (contact.status === 'submitting') return;
  contact.status = 'idle';
  contact.error = null;
}
