import { useEffect, useState } from 'react';
import { PICTURE_SIZES, type PictureKind } from '../../../domain/drawing/film/pictures.ts';
import type { Fragrance } from '../../../domain/composition/model.ts';
import { Scope } from '../../../../../core/lifetime/scope.ts';
import { pictureOf } from '../../../../share/state/index.ts';
import styles from './sheet.module.css';

/** A picture as a file, with a URL for this page. */
interface MadePicture {
  file: File;
  url: string;
}

/** How long a picture that is no longer shown may still be loading, ms. */
const LOADING_MS = 60_000;

/** A picture of a fragrance; null until it is made, and where it cannot be made. */
export function usePicture(fragrance: Fragrance, kind: PictureKind, name: string): MadePicture | null {
  const [made, setMade] = useState<MadePicture | null>(null);
  useEffect(() => {
    const scope = new Scope();
    const load = async () => {
      const picture = await pictureOf(fragrance, kind);
      if (picture === null || scope.disposed) return;
      const url = URL.createObjectURL(picture);
      // A busy browser may begin to load it only now.
      scope.add(() => void new Scope().timeout(() => URL.revokeObjectURL(url), LOADING_MS));
      setMade({ file: new File([picture], name, { type: picture.type }), url });
    };
    void load();
    return () => scope.dispose();
  }, [fragrance, kind, name]);
  return made;
}

interface PreviewProps {
  picture: MadePicture | null;
  kind: PictureKind;
  /** Text alternative. */
  label: string;
}

/** The preview of a share, in a reserved space. */
export function Preview({ picture, kind, label }: PreviewProps) {
  const { width, height } = PICTURE_SIZES[kind];
  return (
    <div className={styles.preview} data-kind={kind} aria-busy={picture === null}>
      {picture !== null && <img src={picture.url} alt={label} width={width} height={height} />}
    </div>
  );
}
