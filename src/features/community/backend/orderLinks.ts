import * as z from 'zod/mini';
import { callRows, callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { BackendError } from '../../../core/backend/errors.ts';
import { orNone, table, uuid } from '../../../core/backend/table.ts';
import { textOf } from '../../../core/schema/parts.ts';
import { preorderSchema } from '../domain/communitySchema.ts';

const linkedOrders = table(
  'orders_of_link',
  z.object({
    ...preorderSchema.shape,
    id: uuid,
    createdAt: textOf(40),
    price: orNone(z.number()),
    currency: orNone(z.string()),
    state: z.enum(['open', 'cancelled', 'closed']),
  }),
);

/** An order as the link in its mail shows it. `closed`: the owner has sent or refused it. */
export type LinkedOrder = ReturnType<typeof linkedOrders.fromRow>;

/** The orders of a mailed link, oldest first; none for a link that is not valid. @throws BackendError */
export async function ordersOfLink(secret: string, options: RpcOptions = {}): Promise<LinkedOrder[]> {
  return (await callRows('orders_of_link', { secret }, options)).map((row) => linkedOrders.fromRow(row));
}

/** Cancels an order of a link; once more is harmless. @throws BackendError */
export async function cancelOrder(
  secret: string,
  orderId: string,
  options: RpcOptions = {},
): Promise<'cancelled' | 'closed' | 'unknown'> {
  const answer = (await callRpc('cancel_order', { secret, order_id: orderId }, options)) as { status?: unknown } | null;
  const status = answer?.status;
  if (status === 'cancelled' || status === 'closed' || status === 'unknown') return status;
  throw new BackendError('server', 'The answer says nothing about the order.', { detail: 'unreadable_row' });
}
