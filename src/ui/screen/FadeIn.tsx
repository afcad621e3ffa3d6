import { useEffect, useState, type ReactNode } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import styles from './FadeIn.module.css';

/** Delay of the fade after the image has loaded, ms; and without an image. */
const AFTER_IMAGE_MS = 100;
const WITHOUT_IMAGE_MS = 300;

interface FadeInProps {
  /** URL of the image to wait for. */
  image?: string | null | undefined;
  className?: string | undefined;
  /** Skips the fade: the prerendered page showed it already. */
  immediately?: boolean;
  children: ReactNode;
}

/**
 * Fades its content in once its image has loaded. The content takes its space, and is readable, from the start.
 */
export function FadeIn({ image, className, immediately = false, children }: FadeInProps) {
  const [shown, setShown] = useState(immediately);
  useEffect(() => {
    if (immediately) return undefined;
    const scope = new Scope();
    const show = () => setShown(true);
    if (typeof image !== 'string' || image === '') scope.timeout(show, WITHOUT_IMAGE_MS);
    else {
      const preload = new Image();
      // Use the same CORS mode as the app's images, so that it is fetched once.
      preload.crossOrigin = 'anonymous';
      scope.listen(preload, 'load', () => scope.timeout(show, AFTER_IMAGE_MS));
      // Show the content when the image fails.
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
