import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import type { SavedFragrance } from '../../../fragrance/domain/index.ts';
import { cardOf } from '../../state/playlist.ts';
import { savedFragrances } from '../../../fragrance/state/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { Card } from './Card.tsx';
import styles from './Playlist.module.css';

/** The member's own fragrances, public and private, newest first. */
export function Own() {
  const { items, status } = useSnapshot(savedFragrances);
  if (items.length > 0) {
    return (
      <ul className={styles.grid}>
        {(items as readonly SavedFragrance[]).map((item) => (
          <Card
            key={item.id}
            fragrance={{ ...cardOf(item), audioData: item.audioData }}
            date={item.savedAt}
            state={item.isPublic ? 'In playlist' : 'Private'}
          />
        ))}
      </ul>
    );
  }
  if (status === 'idle' || status === 'loading') return <p className={styles.waiting}>Loading your fragrances...</p>;
  return (
    <div className={styles.nothing}>
      <h2>No fragrances yet</h2>
      <p>
        {status === 'offline'
          ? 'We cannot reach your profile right now. Please try again in a moment.'
          : 'Create your first fragrance to see it here.'}
      </p>
      <Link href="/create" className={buttonClass('primary')}>
        Create a Fragrance
      </Link>
    </div>
  );
}
