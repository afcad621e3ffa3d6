import { useEffect, useState } from 'react';
import { Scope } from '../../core/lifetime/scope.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CheckIcon, CopyIcon } from '../../ui/icons/laterIcons.tsx';
import { copyPageAddress } from '../../features/share/state/sharedFragrance.ts';
import styles from './Share.module.css';

/** Duration of 'Copied!', ms. */
const COPIED_MS = 2000;

/** Copies the address of the page. */
export function CopyButton() {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return undefined;
    const scope = new Scope();
    scope.timeout(() => setCopied(0), COPIED_MS);
    return () => scope.dispose();
  }, [copied]);
  const copy = async () => {
    if (await copyPageAddress()) setCopied((times) => times + 1);
  };
  return (
    <Button look="outline" className={styles.copy} onClick={() => void copy()}>
      {copied > 0 ? <CheckIcon /> : <CopyIcon />} <span aria-live="polite">{copied > 0 ? 'Copied!' : 'Copy Link'}</span>
    </Button>
  );
}
