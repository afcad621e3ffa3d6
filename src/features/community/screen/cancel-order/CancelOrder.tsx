import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { AccountPage } from '../../../members/parts/index.ts';
import { termsPrice } from '../../domain/shop.ts';
import { cancel, cancelling, openOrders, type LinkedOrder } from '../../state/cancelling.ts';
import { buttonClass, LONG_LABEL } from '../../../../ui/controls/button.ts';
import { FormAlert } from '../../../../ui/forms/Field.tsx';
import form from '../../../../ui/forms/form.module.css';

const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

function dateOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : DATE.format(date);
}

/** The target of an order mail's link. Acts only on a press: programs that check mails open links as well. */
export default function CancelOrder() {
  const [secret] = useState(() => new URLSearchParams(window.location.search).get('order'));
  const { status, orders, busy, error } = useSnapshot(cancelling);
  useEffect(() => {
    const leaving = new AbortController();
    void openOrders(secret, leaving.signal);
    return () => leaving.abort();
  }, [secret]);

  if (status === 'unknown')
    return (
      <AccountPage
        title="This link is not valid"
        lead="It is not the whole link, or the order is not there any more. Please open it from the mail once more, or write to us."
      >
        <div className={form.actions}>
          <Link href="/contact" className={buttonClass('primary')}>
            Contact
          </Link>
        </div>
      </AccountPage>
    );
  const email = orders[0]?.email;
  return (
    <AccountPage
      title={orders.length > 1 ? 'Your orders' : 'Your order'}
      lead={email === undefined ? undefined : `Ordered under ${email}.`}
    >
      {status === 'loading' && <output className="muted">Loading...</output>}
      {status === 'failed' && (
        <div className="stack gap-4">
          <FormAlert>We cannot reach our server right now.</FormAlert>
          <div className={form.actions}>
            <button type="button" className={buttonClass('primary')} onClick={() => void openOrders(secret)}>
              Try again
            </button>
          </div>
        </div>
      )}
      {error !== null && <FormAlert>{error}</FormAlert>}
      <ul className="stack gap-6">
        {orders.map((order) => (
          <li key={order.id}>
            <Order order={order} secret={secret!} busy={busy} alone={orders.length === 1} />
          </li>
        ))}
      </ul>
    </AccountPage>
  );
}

interface OrderProps {
  order: LinkedOrder;
  secret: string;
  /** The order that is being cancelled. */
  busy: string | null;
  /** There is no other on the page. */
  alone: boolean;
}

function Order({ order, secret, busy, alone }: OrderProps) {
  const { id, name, fragranceName, createdAt, price, currency, state } = order;
  const cost = termsPrice({ price: price ?? null, currency: currency ?? null });
  const outcome = useRef<HTMLOutputElement>(null);
  const press = async () => {
    await cancel(secret, id);
    // The button is gone where that worked: its words take the focus.
    if (!outcome.current?.hidden) outcome.current?.focus();
  };
  return (
    <div className="stack gap-3">
      <p>
        <strong>
          <bdi>{fragranceName}</bdi>
        </strong>
        <br />
        <span className="muted">
          <bdi>{name}</bdi>, {dateOf(createdAt)}
          {cost !== null && `, ${cost}`}
        </span>
      </p>
      <output ref={outcome} tabIndex={-1} className={state === 'open' ? '' : form.done} hidden={state === 'open'}>
        {state === 'cancelled' && 'This order is cancelled. You can order it again at any time.'}
        {state === 'closed' && 'This order is closed, and cannot be cancelled here any more. Please write to us.'}
      </output>
      {state === 'open' && (
        <div className={form.actions}>
          <button
            type="button"
            className={buttonClass('primary', LONG_LABEL)}
            aria-disabled={busy !== null}
            onClick={() => void press()}
          >
            {busy === id ? 'Cancelling...' : alone ? 'Cancel the order' : `Cancel ${fragranceName}`}
          </button>
        </div>
      )}
    </div>
  );
}
