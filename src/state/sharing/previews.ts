import type { PictureKind } from '../../domain/drawing/film/pictures.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';

/** The pictures of the current fragrance, each made once, for the preview and for the share. */

const kept = new Map<PictureKind, { fragrance: Fragrance; picture: Promise<Blob | null> }>();

/** A picture of a fragrance; null when it cannot be made. */
export function pictureOf(fragrance: Fragrance, kind: PictureKind): Promise<Blob | null> {
  const known = kept.get(kind);
  if (known?.fragrance === fragrance) return known.picture;
  const picture = import('./sharePicture.ts')
    .then(({ sharePicture }) => sharePicture(fragrance, kind))
    .catch(() => {
      // The next call tries again.
      kept.delete(kind);
      return null;
    });
  kept.set(kind, { fragrance, picture });
  return picture;
}
