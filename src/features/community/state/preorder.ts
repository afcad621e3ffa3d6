import { isolateBidi } from '#core/values/bidi.ts';
import { BackendError, isRetriable } from '#core/backend/errors.ts';
import { sendPreorder, type Preorder } from '../backend/requests.ts';
import { readWaitingOrder } from '../domain/queuedEntries.ts';
import type { Sender } from '#features/outbox/backend/outboxContract.ts';
import { isSamePreorder, type PreorderOutcome } from '../domain/preorder.ts';
import { preorderRecordSchema, type PreorderRecord } from '../domain/communitySchema.ts';
import { tryAgainWords } from '#core/values/errors.ts';
import { readEach } from '#core/schema/fieldSchemas.ts';
import { cleanAddress, cleanName } from '#core/values/nameRules.ts';
import { localStore } from '#core/storage/localStore.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { refusalWords } from '#features/moderation/domain/refusals.ts';
import { registerSender, removeWaiting, sendLater, sendAndWait, type FirstTry } from '#features/outbox/state/outbox.ts';
import { newUuid } from '#core/values/uuid.ts';

/* Preorders: stored on this device and by the backend; offline they are in the outbox (docs/decisions.md, 52). */

/** Local key of the preorders made on this device. */
export const PREORDER_KEY = 'preorderData';

/** The preorders of this device, oldest first; skips invalid ones. */
export function localPreorders(): PreorderRecord[] {
  return readEach(localStore.read(PREORDER_KEY), preorderRecordSchema);
}

/** Stores a preorder on this device. If the device is full, the backend's copy is enough. */
function keep(record: PreorderRecord): void {
  const otherPreorders = localPreorders().filter((other) => !isSamePreorder(other, record));
  localStore.keep(PREORDER_KEY, [...otherPreorders, record]);
}

/** The order; its id is created here. */
type PreorderRequest = Omit<Preorder, 'id'>;

/**
 * Preorders a bottle. Stores it in the outbox before sending, so that an order is never lost (docs/decisions.md, 52).
 * `waiting`: will be sent automatically. `failed`: the backend refused it, or it could not be stored; the form stays.
 */
export async function preorder(order: PreorderRequest, now: Date = new Date()): Promise<PreorderOutcome> {
  const { fragranceId } = order;
  const email = cleanAddress(order.email);
  const [name, fragranceName] = [cleanName(order.name), cleanName(order.fragranceName)];
  const record: PreorderRecord = { email, name, fragranceId, fragranceName, date: now.toISOString() };
  if (localPreorders().some((other) => isSamePreorder(other, record))) return duplicate();
  const id = newUuid();
  let storedIn: 'device' | 'page' = 'device';
  let outcome: FirstTry;
  try {
    outcome = await sendAndWait('preorder', id, async () => {
      ({ kept: storedIn } = await sendLater(
        'preorder',
        { ...order, id, email, name, fragranceName } satisfies Preorder,
        { id },
      ));
    });
  } catch (error) {
    return preorderFailure(tryAgainWords(error));
  }
  switch (outcome.status) {
    case 'sent':
      keep(record);
      thank(name, `We will write to ${email} when ${isolateBidi(fragranceName)} is on its way.`);
      return 'sent';
    case 'refused':
      await removeWaiting(id);
      return preorderFailure(
        refusalWords(outcome.error) ??
          (outcome.error.code === 'rejected' ? 'Please check what you typed.' : 'Please try again.'),
      );
    default:
      // Count it as ordered only if it survives this page.
      if (storedIn === 'device') keep(record);
      thank(
        name,
        storedIn === 'device'
          ? 'We cannot reach our server right now. Your preorder is kept on this device and will be sent automatically.'
          : 'We cannot reach our server right now. Please leave this page open: your preorder will be sent automatically.',
      );
      return 'waiting';
  }
}

/** Drops a refused order from the outbox and from the orders of this device, so that it can be made again. */
export async function dropRefused(id: string, order: Pick<PreorderRecord, 'email' | 'fragranceId'>): Promise<void> {
  localStore.keep(
    PREORDER_KEY,
    localPreorders().filter((other) => !isSamePreorder(other, order)),
  );
  await removeWaiting(id);
}

function thank(name: string, rest: string): void {
  notify({
    kind: 'success',
    title: 'Preorder submitted successfully!',
    description: `Thank you, ${isolateBidi(name)}. ${rest}`,
    duration: NOTICE_MS,
    key: 'preorder',
  });
}

function duplicate(): PreorderOutcome {
  notify({
    kind: 'info',
    title: 'You have already preordered this fragrance.',
    duration: NOTICE_MS,
    key: 'preorder',
  });
  return 'duplicate';
}

function preorderFailure(description: string): PreorderOutcome {
  notify({
    kind: 'error',
    title: 'Your preorder could not be sent.',
    description,
    duration: NOTICE_MS,
    key: 'preorder',
  });
  return 'failed';
}

/** Sends an order from the outbox. @throws BackendError */
const sendWaitingPreorder: Sender = async (payload, { id, signal }) => {
  const order = readWaitingOrder(payload);
  try {
    return await sendPreorder({ id, ...order }, { signal });
  } catch (error) {
    // Stored by an earlier try whose answer was lost, or ordered from another device: the buyer is on the list.
    if (error instanceof BackendError && error.code === 'duplicate') return 'known';
    // Never lose a buyer: give up only an order that the backend understood and refused.
    if (error instanceof BackendError && error.code !== 'rejected' && error.code !== 'aborted' && !isRetriable(error))
      throw new BackendError('server', error.message, { cause: error.code });
    throw error;
  }
};

// With the module, because an order may be made before the app starts sending.
registerSender('preorder', sendWaitingPreorder);
