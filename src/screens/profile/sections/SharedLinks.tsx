import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { loadMyShares, shares, takeBack } from '#features/share/state/shares.ts';
import { shareUrl } from '#features/share/state/share.ts';
import { session } from '#features/session/state/session.ts';
import { Withdraw } from '#features/share/components/Withdraw.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './SharedLinks.module.css';

const DATE_FORMAT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** A member's shared links, each to open or withdraw. */
export function SharedLinks() {
  const { items, listing } = useSnapshot(shares);
  const { user, isResolved } = useSnapshot(session);
  const id = user?.id;
  useEffect(() => {
    if (isResolved && id !== undefined) void loadMyShares();
  }, [isResolved, id]);
  return (
    <Stack as="section" gap={4} aria-labelledby="shared-links">
      <Text as="h2" id="shared-links" size="subtitle">
        Shared links
      </Text>
      {listing === 'offline' && (
        <Text tone="muted">We cannot reach your shares right now. These are the ones saved on this device.</Text>
      )}
      {items.length === 0 ? (
        <Text tone="muted">
          {listing === 'idle' || listing === 'loading'
            ? 'Loading your links...'
            : listing === 'ready'
              ? 'You have no shared links.'
              : ''}
        </Text>
      ) : (
        <ul className="ruled">
          {items.map(({ shareId, name, createdAt, views, waiting, hidden }) => (
            <Row as="li" key={shareId} gap={4} align="middle" justify="between" className={styles.entry}>
              <Stack as="p" anywhere narrows className={styles.words}>
                <a href={shareUrl(shareId)}>
                  <bdi>{name ?? 'A fragrance'}</bdi>
                </a>
                <Text as="span" size="small" tone="muted" numerals="digits">
                  <span>
                    {Number.isNaN(Date.parse(createdAt))
                      ? ''
                      : `${new Date(createdAt).toLocaleDateString('en', DATE_FORMAT)} · `}
                  </span>
                  <span>
                    {hidden
                      ? 'Hidden by Accord.'
                      : waiting
                        ? 'will be sent once you are back online'
                        : `${views} ${views === 1 ? 'view' : 'views'}`}
                  </span>
                </Text>
              </Stack>
              <Withdraw className="rigid" name={name} onWithdraw={() => takeBack(shareId)} />
            </Row>
          ))}
        </ul>
      )}
    </Stack>
  );
}
