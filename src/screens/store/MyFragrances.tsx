import { useEffect } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { cardOf } from '#features/community/state/playlistSources.ts';
import { loadSavedFragrances, savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Text } from '#ui/layout/Box.tsx';
import { Card } from './Card.tsx';
import styles from './Playlist.module.css';

/** The member's own fragrances, public and private, newest first. */
export function MyFragrances() {
  const { items, status } = useSnapshot(savedFragrances);
  const away = status === 'offline';
  useEffect(() => (away ? retryWhenOnline(() => void loadSavedFragrances()) : undefined), [away]);
  if (items.length > 0) {
    return (
      <ul className={styles.grid}>
        {(items as readonly SavedFragrance[]).map((item) => (
          <Card
            key={item.id}
            fragrance={cardOf(item)}
            date={item.savedAt}
            state={item.hidden ? 'Hidden by Accord.' : item.isPublic ? 'In playlist' : 'Private'}
          />
        ))}
      </ul>
    );
  }
  if (status === 'idle' || status === 'loading')
    return (
      <Text tone="muted" data-later>
        Loading your fragrances...
      </Text>
    );
  return (
    <div className="empty-state">
      <h2>{away ? 'Your fragrances cannot be shown right now' : 'No fragrances yet'}</h2>
      <Text tone="muted">
        {away
          ? 'We cannot reach your profile, and this device has no copy of it. They appear when the connection is back.'
          : 'Create your first fragrance to see it here.'}
      </Text>
      <Button as={Link} href="/create" look="primary">
        Create a Fragrance
      </Button>
    </div>
  );
}
