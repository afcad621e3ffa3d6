import { registerBackgroundSync, isSyncMessage } from '#core/loading/backgroundSync.ts';
import { connection } from '#core/network/connection.ts';
import type { Scope } from '#core/lifetime/scope.ts';
import type { Settled } from './outboxContract.ts';

/** Signals between the outbox of this page and the outside: occasions to send, and changes in other tabs. */
export interface OutboxSignals {
  /** Notifies other tabs, and requests that the service worker wakes this one when the connection is back. */
  changed(): void;
  settled(outcome: Settled): void;
}

type Message = { type: 'changed' } | { type: 'settled'; outcome: Settled };

const CHANNEL = 'accord-outbox';

interface OutboxSignalListeners {
  /** The connection may be back. */
  onWake: () => void;
  /** Another tab has added, sent or removed an entry. */
  onChanged: () => void;
  /** An entry that another tab sent was stored or refused. */
  onSettled: (outcome: Settled) => void;
}

/** Listens until the scope ends. */
export function openOutboxSignals(
  scope: Scope,
  { onWake, onChanged, onSettled }: OutboxSignalListeners,
): OutboxSignals {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  const post = (message: Message): void => {
    if (scope.disposed) return;
    try {
      channel?.postMessage(message);
    } catch {
      // A result that cannot be cloned stays in this tab; the others see that the entry is gone.
    }
  };
  if (channel !== null) {
    scope.add(() => channel.close());
    scope.listen<MessageEvent<Message>>(channel, 'message', ({ data }) => {
      onChanged();
      if (data.type === 'settled') onSettled(data.outcome);
    });
  }
  if (typeof window !== 'undefined') scope.listen(window, 'online', onWake);
  if (typeof document !== 'undefined') scope.onVisible(onWake);
  // The browser's offline state may be wrong: any answer is an occasion too.
  scope.add(
    connection.subscribe(() => {
      if (connection.online) onWake();
    }),
  );
  const worker = typeof navigator === 'undefined' ? undefined : navigator.serviceWorker;
  if (worker !== undefined) {
    scope.listen<MessageEvent>(worker, 'message', ({ data }) => {
      if (isSyncMessage(data)) onWake();
    });
  }
  return {
    changed: () => {
      post({ type: 'changed' });
      if (!connection.online) void registerBackgroundSync();
    },
    settled: (outcome) => post({ type: 'settled', outcome }),
  };
}
