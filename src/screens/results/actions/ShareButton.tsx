import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { FragranceProfile } from '../../../domain/profile.ts';
import { Scope } from '../../../platform/scope.ts';
import { copyLink, prepareShare, share, shareFragrance } from '../../../state/share.ts';
import { hasSound } from '../../../state/storedSound.ts';
import { buttonClass } from '../../../ui/button.ts';
import { CheckIcon, CopyIcon, ShareIcon } from '../../../ui/icons.tsx';
import styles from './actions.module.css';

/** The picture is made this long after the results have appeared, ms: their own unfolding comes first. */
const PREPARE_AFTER_MS = 2500;

const LABELS = { idle: 'Share', creating: 'Creating...', error: 'Error' } as const;

/** Share, in all its states. */
export function ShareButton({ profile }: { profile: FragranceProfile }) {
  const { status: last, done, profileId } = useSnapshot(share);
  const ready = hasSound(profile);
  const status = profileId === profile.id ? last : 'idle';
  useEffect(() => {
    if (!ready) return undefined;
    const scope = new Scope();
    scope.timeout(() => prepareShare(profile), PREPARE_AFTER_MS);
    return () => scope.dispose();
  }, [ready, profile]);
  const label = !ready ? 'Loading...' : status === 'success' ? (done === 'copied' ? 'Copied!' : 'Shared!') : LABELS[status];
  return (
    <button
      type="button"
      className={buttonClass('outline', styles.share)}
      disabled={!ready}
      aria-busy={status === 'creating'}
      aria-disabled={status === 'creating'}
      data-status={status}
      onPointerEnter={() => ready && prepareShare(profile)}
      onFocus={() => ready && prepareShare(profile)}
      onClick={() => void shareFragrance(profile)}
    >
      {status === 'success' ? <CheckIcon /> : <ShareIcon />} {label}
    </button>
  );
}

/** What came of it: the link to copy by hand, or what went wrong. */
export function ShareResult({ profile }: { profile: FragranceProfile }) {
  const { status, message, url, profileId, done } = useSnapshot(share);
  if (profileId !== profile.id) return null;
  return (
    <div className={styles.result}>
      <output className="visually-hidden">{status === 'success' ? (done === 'copied' ? 'The link was copied.' : 'The link was shared.') : ''}</output>
      {status === 'error' && message !== null && (
        <p className={styles.error} role="alert">
          {message}
        </p>
      )}
      {url !== null && (
        <p className={styles.link}>
          <a href={url}>{url.replace(/^https?:\/\//, '')}</a>
          <button type="button" className={styles.copy} aria-label="Copy the link" onClick={() => void copyLink()}>
            <CopyIcon />
          </button>
        </p>
      )}
    </div>
  );
}
