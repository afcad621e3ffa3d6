const REDUCED_QUERY = '(prefers-reduced-motion: reduce)';

/** True when the visitor prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(REDUCED_QUERY).matches;
}
