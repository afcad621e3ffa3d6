import { useEffect, useState } from 'react';
import { Scope } from '../../platform/lifetime/scope.ts';
import form from '../forms/form.module.css';

/** What came of a mail: `wait` seconds until the next one may be asked for, and what to say. */
export interface MailSent {
  words: string;
  wait: number;
}

export interface MailAgainProps {
  label: string;
  onSend: () => Promise<MailSent>;
}

/** Sends a mail once more. Between two mails it counts the seconds down that have to pass. */
export function MailAgain({ label, onSend }: MailAgainProps) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const scope = new Scope();
    scope.interval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => scope.dispose();
  }, [waiting]);
  const send = async () => {
    if (busy || waiting) return;
    setBusy(true);
    const { words, wait } = await onSend();
    setBusy(false);
    setSaid(words);
    setLeft(wait);
  };
  return (
    <div className="stack muted small left">
      <button type="button" className={form.inline} aria-disabled={busy || waiting} onClick={() => void send()}>
        {busy ? 'Sending...' : label}
      </button>
      <output>{said}</output>
      {/* Not spoken: a number that changes every second would drown everything else. */}
      {waiting && <span aria-hidden="true">You can ask for another one in {left} s.</span>}
    </div>
  );
}
