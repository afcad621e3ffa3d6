import { useState } from 'react';
import { useLocation } from 'wouter';
import { importWithRetry } from '../../core/loading/importWithRetry.ts';
import { Button } from '../../ui/controls/Button.tsx';

/** Analyzes the recording once more, beside the sentence that the engine failed. */
export function ListenAgain({ recordingId }: { recordingId: string }) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const listen = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { listenAgain } = await importWithRetry(
        () => import('../../features/create/state/processing/listenAgain.ts'),
      );
      if (await listenAgain(recordingId)) navigate('/processing', { transition: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="outline" aria-disabled={busy} aria-busy={busy} onClick={() => void listen().catch(() => undefined)}>
      Listen again
    </Button>
  );
}
