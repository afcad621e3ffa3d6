import { Link } from 'wouter';
import { playlistPath } from '../../community/domain/index.ts';
import type { RemixParent } from '../domain/index.ts';

/** Where a share or a public fragrance is seen. */
export const pathOf = ({ kind, id, name }: RemixParent): string =>
  kind === 'share' ? `/share/${id}` : playlistPath(name, id);

/** Names the fragrance whose notes were played with, and leads to it. */
export function MadeOf({ parent }: { parent: RemixParent }) {
  return (
    <p className="muted">
      Made of the notes of{' '}
      <Link href={pathOf(parent)}>
        <bdi>{parent.name}</bdi>
      </Link>
      .
    </p>
  );
}
