import { Link } from 'wouter';
import { shopUrl } from '../../core/network/config.ts';
import { buttonClass } from '../controls/button.ts';

/** Links to both tabs of the store, where an external shop has taken its place in the header. */
export function StoreLinks() {
  if (shopUrl() === null) return null;
  return (
    <p className="actions">
      <Link href="/store" className={buttonClass('outline')}>
        Preorder a bottle
      </Link>
      <Link href="/store?tab=playlist" className={buttonClass('outline')}>
        Hear the playlist
      </Link>
    </p>
  );
}
