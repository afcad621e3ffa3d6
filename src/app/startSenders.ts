import { importWithRetry } from '#core/loading/importWithRetry.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';

/**
 * Loads the senders and starts them. After a start without a connection, loads them once it is back: the outbox is sent
 * in this visit.
 */
export async function startSenders(load: () => Promise<{ startSending: () => void }>): Promise<void> {
  try {
    const { startSending } = await importWithRetry(load);
    startSending();
  } catch {
    startOnceOnline(load);
  }
}

function startOnceOnline(load: () => Promise<{ startSending: () => void }>): void {
  let loading = false;
  const sendAgain = async (): Promise<void> => {
    if (loading) return;
    loading = true;
    try {
      const { startSending } = await load();
      stop();
      startSending();
    } catch {
      loading = false;
    }
  };
  const stop = retryWhenOnline(() => void sendAgain());
}
