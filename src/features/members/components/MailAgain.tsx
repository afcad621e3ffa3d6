import { useEffect, useRef, useState } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';

/** Result of requesting a mail: `wait` seconds until the next request, and the words to show. */
interface MailSent {
  words: string;
  wait: number;
}

interface MailAgainProps {
  label: string;
  onSend: () => Promise<MailSent>;
}

/** Sends a mail again. Counts down the seconds until the next request, also while the page is hidden. */
export function MailAgain({ label, onSend }: MailAgainProps) {
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  /** Time from which the next request may be made, ms since 1970. */
  const ends = useRef(0);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const scope = new Scope();
    const end = ends.current;
    scope.interval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000);
    return () => scope.dispose();
  }, [waiting]);
  const send = async () => {
    if (busy || waiting) return;
    setBusy(true);
    try {
      const { words, wait } = await onSend();
      setMessage(words);
      ends.current = Date.now() + wait * 1000;
      setLeft(wait);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack justify="left" size="small" tone="muted">
      <button type="button" className={form.inline} aria-disabled={busy || waiting} onClick={() => void send()}>
        {busy ? 'Sending...' : label}
      </button>
      <output>{message}</output>
      {/* Not announced: a number that changes every second would interrupt everything else. */}
      {waiting && <span aria-hidden="true">{`You can ask for another one in ${left} s.`}</span>}
    </Stack>
  );
}
