import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { ShareRecord } from '#features/share/domain/shareRecord.ts';
import { copyLink, shareUrl } from '#features/share/state/share.ts';
import { shares, takeBack } from '#features/share/state/shares.ts';
import { CopyIcon } from '#ui/icons/laterIcons.tsx';
import { Withdraw } from '#features/share/components/Withdraw.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './actions.module.css';
import { useShareRecord } from './useShareRecord.ts';

interface ShareOutcomeProps {
  fragrance: Fragrance;
  /** On the results, where the link stays behind Share: only the messages for the visitor. */
  brief?: boolean;
}

/** The result of sharing: the link to copy or withdraw, the reason for its delay, or the error. */
export function ShareOutcome({ fragrance, brief = false }: ShareOutcomeProps) {
  const { status, message, fragranceId, done } = useSnapshot(shares).button;
  const { record, linked, refused } = useShareRecord(fragrance);
  const isCurrent = fragranceId === fragrance.id;
  const trouble =
    isCurrent && status === 'error' ? message : refused === null ? null : `Failed to create shareable link: ${refused}`;
  return (
    <Stack gap={2} narrows className={`whole-line ${styles.result}`}>
      <output className="visually-hidden">
        {isCurrent && status === 'success' ? (done === 'copied' ? 'The link was copied.' : 'The link was shared.') : ''}
      </output>
      {isCurrent && status === 'creating' && message !== null && <output className={styles.quiet}>{message}</output>}
      {trouble !== null && (
        <Text size="small" tone="wrong" role="alert">
          {trouble}
        </Text>
      )}
      {!brief && linked && record !== null && <Link record={record} fragrance={fragrance} />}
      {linked && record?.made === false && (
        <output className={styles.quiet}>
          This link works once you are back online. Your share is then sent automatically.
        </output>
      )}
    </Stack>
  );
}

function Link({ record, fragrance }: { record: ShareRecord; fragrance: Fragrance }) {
  const url = shareUrl(record.shareId);
  return (
    <Stack gap={2} justify="left">
      <Row as="p" gap={2} align="middle" className={styles.link}>
        <Text as="a" overflow="cut" href={url}>
          {url.replace(/^https?:\/\//, '')}
        </Text>
        <Stack
          as="button"
          type="button"
          align="center"
          className={styles.copy}
          aria-label="Copy the link"
          onClick={() => void copyLink(fragrance.id, url)}
        >
          <CopyIcon />
        </Stack>
      </Row>
      <Withdraw name={fragrance.name} onWithdraw={() => takeBack(record.shareId)} />
      {record.showName === true && <p className={styles.quiet}>Its page shows your name.</p>}
    </Stack>
  );
}
