import { useEffect, useState, type ReactNode } from 'react';
import { Scope } from '../../platform/lifetime/scope.ts';
import styles from './FadeIn.module.css';

/** How long after its picture has come the content begins to show, ms; and after which time where there is none. */
export const AFTER_IMAGE_MS = 100;
export const WITHOUT_IMAGE_MS = 300;

export interface FadeInProps {
  /** Address of the picture that is waited for. */
  image?: string | null | undefined;
  className?: string | undefined;
  /** It was seen before the app was there: nothing fades. */
  immediately?: boolean;
  children: ReactNode;
}

/** Lets its content appear softly once the picture in it has come. It has its place from the beginning, and can be read. */
export function FadeIn({ image, className, immediately = false, children }: FadeInProps) {
  const [shown, setShown] = useState(immediately);
  useEffect(() => {
    if (immediately) return undefined;
    const scope = new Scope();
    const show = () => setShown(true);
    if (typeof image !== 'string' || image === '') scope.timeout(show, WITHOUT_IMAGE_MS);
    else {
      const preload = new Image();
      // As the pictures of this app are shown, so that it is fetched once.
      preload.crossOrigin = 'anonymous';
      scope.listen(preload, 'load', () => scope.timeout(show, AFTER_IMAGE_MS));
      // A picture that does not come keeps nobody waiting.
      scope.listen(preload, 'error', () => scope.timeout(show, WITHOUT_IMAGE_MS));
      scope.add(() => preload.removeAttribute('src'));
      preload.src = image;
    }
    return () => scope.dispose();
  }, [image, immediately]);
  return (
    <div className={`${styles.fade} ${className ?? ''}`} data-shown={shown}>
      {children}
    </div>
  );
}
