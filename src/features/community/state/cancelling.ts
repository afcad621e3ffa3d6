import { proxy } from 'valtio';
import { localStore } from '../../../core/storage/localStore.ts';
import { cancelOrder, ordersOfLink, type LinkedOrder } from '../backend/orderLinks.ts';
import { isSamePreorder } from '../domain/preorder.ts';
import { localPreorders, PREORDER_KEY } from './preorder.ts';

export type { LinkedOrder };

/** The page of a link that cancels orders. `unknown`: the link is not valid. */
export const cancelling = proxy<{
  status: 'loading' | 'ready' | 'unknown' | 'failed';
  orders: LinkedOrder[];
  /** The order that is being cancelled. */
  busy: string | null;
  /** Why the last press did nothing. */
  error: string | null;
}>({ status: 'loading', orders: [], busy: null, error: null });

const FAILED = 'We cannot reach our server right now. Please try again.';

/** Asks for the orders of a link; null for a page without one. Shows them only while `signal` is not aborted. */
export async function openOrders(secret: string | null, signal?: AbortSignal): Promise<void> {
  Object.assign(cancelling, { status: 'loading', orders: [], busy: null, error: null });
  try {
    const orders = secret === null ? [] : await ordersOfLink(secret, { signal });
    if (signal?.aborted) return;
    Object.assign(cancelling, { status: orders.length === 0 ? 'unknown' : 'ready', orders });
  } catch {
    if (!signal?.aborted) cancelling.status = 'failed';
  }
}

/** Cancels an order of the link. What this device knows of it is forgotten, so that it can be ordered again. */
export async function cancel(secret: string, id: string): Promise<void> {
  if (cancelling.busy !== null) return;
  Object.assign(cancelling, { busy: id, error: null });
  try {
    const status = await cancelOrder(secret, id);
    const order = cancelling.orders.find((one) => one.id === id);
    if (status === 'unknown') cancelling.status = 'unknown';
    else if (order) {
      order.state = status;
      if (status === 'cancelled') forget(order);
    }
  } catch {
    cancelling.error = FAILED;
  } finally {
    cancelling.busy = null;
  }
}

function forget(order: LinkedOrder): void {
  const kept = localPreorders();
  const others = kept.filter((one) => !isSamePreorder(one, order));
  if (others.length < kept.length) localStore.keep(PREORDER_KEY, others);
}
