import { buttonClass } from '../../ui/controls/button.ts';
import { Row } from '../../ui/layout/Box.tsx';
import { version } from '../../core/appState/version.ts';
import styles from './UpdateOffer.module.css';

/** Offers a new version: start it now or with the next visit. */
export function UpdateOffer() {
  return (
    <Row as="aside" gap={3} align="middle" className={styles.offer} aria-label="New version">
      <output>A new version of Accord is ready.</output>
      <button type="button" className={buttonClass('primary', styles.button)} onClick={() => window.location.reload()}>
        Update
      </button>
      <button type="button" className={buttonClass('quiet')} onClick={() => (version.offered = false)}>
        Later
      </button>
    </Row>
  );
}
