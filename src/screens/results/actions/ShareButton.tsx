import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '../../../domain/fragrance/model.ts';
import { Scope } from '../../../platform/lifetime/scope.ts';
import { outboxView } from '../../../state/sending/outbox.ts';
import { takeBack } from '../../../state/sharing/ownShares.ts';
import { session } from '../../../state/account/session.ts';
import { copyLink, prepareShare, share, shareFragrance, shareUrl } from '../../../state/sharing/share.ts';
import { recordOf, shareRecords, type ShareRecord } from '../../../state/sharing/shareRecords.ts';
import { uploading } from '../../../state/recording/storeRecording.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { CheckIcon, CopyIcon, ShareIcon } from '../../../ui/controls/icons.tsx';
import { TakeBack } from '../../../ui/forms/TakeBack.tsx';
import styles from './actions.module.css';

/** The picture is made this long after the results have appeared, ms: their own unfolding comes first. */
const PREPARE_AFTER_MS = 2500;

const LABELS = { idle: 'Share', creating: 'Creating...', error: 'Error' } as const;

/** Share, in all its states. */
export function ShareButton({ profile }: { profile: Fragrance }) {
  const { status: last, done, fragranceId } = useSnapshot(share);
  const { ids } = useSnapshot(uploading);
  // Only while its recording is on the way: without one its notes are shared.
  const ready = profile.recordingId === undefined || !ids.includes(profile.recordingId);
  const status = fragranceId === profile.id ? last : 'idle';
  useEffect(() => {
    if (!ready) return undefined;
    const scope = new Scope();
    scope.timeout(() => prepareShare(profile), PREPARE_AFTER_MS);
    return () => scope.dispose();
  }, [ready, profile]);
  const label = !ready
    ? 'Loading...'
    : status === 'success'
      ? done === 'copied'
        ? 'Copied!'
        : 'Shared!'
      : LABELS[status];
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

/** What came of it: the link to copy by hand and to take back, what it waits for, or what went wrong. */
export function ShareResult({ profile }: { profile: Fragrance }) {
  const { status, message, fragranceId, done } = useSnapshot(share);
  const { list } = useSnapshot(shareRecords);
  const { waiting } = useSnapshot(outboxView);
  const { user } = useSnapshot(session);
  const here = fragranceId === profile.id;
  const record = recordOf(profile, user?.id || null, list as readonly ShareRecord[]);
  const entry = waiting.find(({ id }) => id === record?.entryId);
  const linked = record !== null && (record.made || (entry !== undefined && entry.refused === undefined));
  const refused =
    record !== null && !record.made && entry?.refused !== undefined
      ? `Failed to create shareable link: ${entry.refused.message}`
      : null;
  const trouble = here && status === 'error' ? message : refused;
  return (
    <div className={styles.result}>
      <output className="visually-hidden">
        {here && status === 'success' ? (done === 'copied' ? 'The link was copied.' : 'The link was shared.') : ''}
      </output>
      {trouble !== null && (
        <p className={styles.error} role="alert">
          {trouble}
        </p>
      )}
      {linked && <Link record={record} profile={profile} />}
      {linked && !record.made && (
        <output className={styles.quiet}>
          This link opens once you are back online: your share goes out by itself.
        </output>
      )}
      {!linked && (
        <p className={styles.quiet}>
          Sharing makes its name, its notes and its recording public, until you take it back.
        </p>
      )}
    </div>
  );
}

function Link({ record, profile }: { record: ShareRecord; profile: Fragrance }) {
  const url = shareUrl(record.shareId);
  return (
    <div className={styles.shared}>
      <p className={styles.link}>
        <a href={url}>{url.replace(/^https?:\/\//, '')}</a>
        <button
          type="button"
          className={styles.copy}
          aria-label="Copy the link"
          onClick={() => void copyLink(profile.id, url)}
        >
          <CopyIcon />
        </button>
      </p>
      <TakeBack name={profile.name} onTakeBack={() => takeBack(record.shareId)} />
    </div>
  );
}
