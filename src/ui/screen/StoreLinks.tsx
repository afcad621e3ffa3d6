import { Link } from 'wouter';
import { shopUrl } from '#core/network/config.ts';
import { Row } from '../layout/Box.tsx';
import { Button } from '../controls/Button.tsx';

/** Links to both tabs of the store, where an external shop has taken its place in the header. */
export function StoreLinks() {
  if (shopUrl() === null) return null;
  return (
    <Row as="p" wrap gap={3}>
      <Button as={Link} href="/store" variant="outline">
        Preorder a bottle
      </Button>
      <Button as={Link} href="/store?tab=playlist" variant="outline">
        Hear the playlist
      </Button>
    </Row>
  );
}
