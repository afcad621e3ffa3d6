import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { loadMyShares, myShares, takeBack } from '#features/share/state/myShares.ts';
import { shareUrl } from '#features/share/state/share.ts';
import { session } from '#features/session/state/session.ts';
import { TakeBack } from '#features/share/components/TakeBack.tsx';
import styles from './SharedLinks.module.css';

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** A member's shared links, each to open or withdraw. */
export function SharedLinks() {
  const { items, status } = useSnapshot(myShares);
  const { user, verified } = useSnapshot(session);
  const id = user?.id;
  useEffect(() => {
    if (verified && id !== undefined) void loadMyShares();
  }, [verified, id]);
  return (
    <section className="stack gap-4" aria-labelledby="shared-links">
      <h2 id="shared-links" className="subtitle">
        Shared links
      </h2>
      {status === 'offline' && (
        <p className="muted">We cannot reach your shares right now. These are the ones saved on this device.</p>
      )}
      {items.length === 0 ? (
        <p className="muted">
          {status === 'idle' || status === 'loading'
            ? 'Loading your links...'
            : status === 'ready'
              ? 'You have no shared links.'
              : ''}
        </p>
      ) : (
        <ul className="ruled">
          {items.map(({ shareId, name, createdAt, views, waiting, hidden }) => (
            <li key={shareId} className={styles.entry}>
              <p className={styles.words}>
                <a href={shareUrl(shareId)}>
                  <bdi>{name ?? 'A fragrance'}</bdi>
                </a>
                <span className="muted small digits">
                  <span>
                    {Number.isNaN(Date.parse(createdAt))
                      ? ''
                      : `${new Date(createdAt).toLocaleDateString('en', DATE)} · `}
                  </span>
                  <span>
                    {hidden
                      ? 'Hidden by Accord.'
                      : waiting
                        ? 'will be sent once you are back online'
                        : `${views} ${views === 1 ? 'view' : 'views'}`}
                  </span>
                </span>
              </p>
              <TakeBack className="rigid" name={name} onTakeBack={() => takeBack(shareId)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
