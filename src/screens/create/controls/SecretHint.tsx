import { useEffect, useState, type RefObject } from 'react';
import { Link } from 'wouter';
import { Scope } from '#core/lifetime/scope.ts';
import styles from './SecretHint.module.css';

/** Number of clicks on the home screen that reveal the keyboard. */
const SECRET_CLICKS = 6;
/** Duration of the hint, ms. */
const SECRET_HINT_MS = 5000;

const CONTROL_SELECTOR = 'a, button, input, label, select, textarea, [role="switch"], [role="alert"]';

/**
 * Reveals the keyboard after six clicks on the screen outside its controls; Enter or Space outside a control count
 * too.
 */
export function SecretHint({ screen }: { screen: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (shown || screen.current === null) return undefined;
    const scope = new Scope();
    let clicks = 0;
    const count = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(CONTROL_SELECTOR) !== null) return;
      clicks++;
      if (clicks >= SECRET_CLICKS) setShown(true);
    };
    scope.listen(screen.current, 'click', count);
    scope.listen(document, 'keydown', (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) count(event);
    });
    return () => scope.dispose();
  }, [screen, shown]);
  useEffect(() => {
    if (!shown) return undefined;
    const scope = new Scope();
    scope.timeout(() => setShown(false), SECRET_HINT_MS);
    return () => scope.dispose();
  }, [shown]);
  return (
    <div className={styles.place} aria-live="polite">
      {shown && (
        <p className={styles.hint}>
          You found a secret: <Link href="/secret-keyboard">play the Sound Perfume Keyboard</Link>
        </p>
      )}
    </div>
  );
}
