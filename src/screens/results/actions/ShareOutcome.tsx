import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { takeBack } from '#features/share/state/myShares.ts';
import { copyLink, share, shareUrl } from '#features/share/state/share.ts';
import type { ShareRecord } from '#features/share/state/shareRecords.ts';
import { CopyIcon } from '#ui/icons/laterIcons.tsx';
import { TakeBack } from '#features/share/components/TakeBack.tsx';
import styles from './actions.module.css';
import { useShareRecord } from './useShareRecord.ts';

interface ShareOutcomeProps {
  fragrance: Fragrance;
  /** On the results, where the link stays behind Share: only what a visitor has to be shown. */
  brief?: boolean;
}

/** The result of sharing: the link to copy or withdraw, what it waits for, or the error. */
export function ShareOutcome({ fragrance, brief = false }: ShareOutcomeProps) {
  const { status, message, fragranceId, done } = useSnapshot(share);
  const { record, linked, refused } = useShareRecord(fragrance);
  const here = fragranceId === fragrance.id;
  const trouble =
    here && status === 'error' ? message : refused === null ? null : `Failed to create shareable link: ${refused}`;
  return (
    <div className={`stack gap-2 narrows whole-line ${styles.result}`}>
      <output className="visually-hidden">
        {here && status === 'success' ? (done === 'copied' ? 'The link was copied.' : 'The link was shared.') : ''}
      </output>
      {here && status === 'creating' && message !== null && <output className={styles.quiet}>{message}</output>}
      {trouble !== null && (
        <p className="wrong small" role="alert">
          {trouble}
        </p>
      )}
      {!brief && linked && record !== null && <Link record={record} fragrance={fragrance} />}
      {linked && record?.made === false && (
        <output className={styles.quiet}>
          This link works once you are back online. Your share is then sent automatically.
        </output>
      )}
    </div>
  );
}

function Link({ record, fragrance }: { record: ShareRecord; fragrance: Fragrance }) {
  const url = shareUrl(record.shareId);
  return (
    <div className="stack gap-2 left">
      <p className={styles.link}>
        <a className="cut" href={url}>
          {url.replace(/^https?:\/\//, '')}
        </a>
        <button
          type="button"
          className={styles.copy}
          aria-label="Copy the link"
          onClick={() => void copyLink(fragrance.id, url)}
        >
          <CopyIcon />
        </button>
      </p>
      <TakeBack name={fragrance.name} onTakeBack={() => takeBack(record.shareId)} />
      {record.showName === true && <p className={styles.quiet}>Its page shows your name.</p>}
    </div>
  );
}
