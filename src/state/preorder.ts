import { queuePreorder } from '../backend/outbox.ts';
import { sendPreorder, type Preorder } from '../backend/preorders.ts';
import { isTransient } from '../backend/errors.ts';
import { isCoded } from '../domain/errors.ts';
import { isSamePreorder, type PreorderRecord } from '../domain/preorder.ts';
import { localStore } from '../platform/localStore.ts';
import { notify } from './notices.ts';

/* Preorders: each is kept on this device and stored by the backend; one that cannot go out now waits (decision 18). */

/** Local key of the preorders made on this device. */
export const PREORDER_KEY = 'preorderData';
/** How long the store's notices stay, ms. */
const NOTICE_MS = 3000;

/** The preorders of this device, oldest first; what is none is left out. */
export function localPreorders(): PreorderRecord[] {
  const stored = localStore.read(PREORDER_KEY);
  // One object is what a single preorder was kept as before there could be several.
  const entries = Array.isArray(stored) ? stored : stored === null ? [] : [stored];
  return entries.filter((entry): entry is PreorderRecord => {
    if (typeof entry !== 'object' || entry === null) return false;
    const record = entry as Record<string, unknown>;
    return ['email', 'name', 'fragranceId', 'fragranceName', 'date'].every((key) => typeof record[key] === 'string');
  });
}

/** Keeps a preorder on this device. Where there is no room the backend's copy is enough. */
function keep(record: PreorderRecord): void {
  const others = localPreorders().filter((other) => !isSamePreorder(other, record));
  localStore.save(PREORDER_KEY, [...others, record]);
}

/** How a preorder ended; all of it has been told to the visitor. */
export type PreorderOutcome = 'sent' | 'waiting' | 'duplicate' | 'failed';

/**
 * Preorders a bottle. `waiting`: the backend is away; it goes out by itself. `failed`: it could be neither stored nor
 * kept, and the form stays.
 */
export async function preorder(order: Preorder, now: Date = new Date()): Promise<PreorderOutcome> {
  const { email, name, fragranceId, fragranceName } = { ...order, email: order.email.trim(), name: order.name.trim() };
  const record: PreorderRecord = { email, name, fragranceId, fragranceName, date: now.toISOString() };
  if (localPreorders().some((other) => isSamePreorder(other, record))) return duplicate();
  const ready: Preorder = { id: crypto.randomUUID(), ...order, email, name };
  try {
    const outcome = await sendPreorder(ready);
    keep(record);
    if (outcome === 'known') return duplicate();
    thank(name, `We will write to ${email} when ${fragranceName} is on its way.`);
    return 'sent';
  } catch (error) {
    if (isCoded(error, 'duplicate')) {
      keep(record);
      return duplicate();
    }
    if (!mayGoLater(error)) return failed(isCoded(error) && error.code === 'rejected' ? 'Please check what you typed.' : 'Please try again.');
  }
  try {
    await queuePreorder(ready);
  } catch {
    return failed('Please check your connection and try again.');
  }
  keep(record);
  thank(name, 'We cannot reach our server just now. It is kept on this device and goes out by itself.');
  return 'waiting';
}

/** True for everything but what the backend has understood and refused. */
function mayGoLater(error: unknown): boolean {
  return isTransient(error) || isCoded(error, 'missing_table') || isCoded(error, 'unauthorized') || isCoded(error, 'forbidden') || isCoded(error, 'not_found');
}

function thank(name: string, rest: string): void {
  notify({ kind: 'success', title: 'Preorder submitted successfully!', description: `Thank you, ${name}. ${rest}`, duration: NOTICE_MS, key: 'preorder' });
}

function duplicate(): PreorderOutcome {
  notify({ kind: 'info', title: 'You have already preordered this fragrance.', duration: NOTICE_MS, key: 'preorder' });
  return 'duplicate';
}

function failed(description: string): PreorderOutcome {
  notify({ kind: 'error', title: 'Your preorder could not be sent.', description, key: 'preorder' });
  return 'failed';
}
