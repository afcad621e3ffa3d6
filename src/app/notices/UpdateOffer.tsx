import { Button } from '../../ui/controls/Button.tsx';
import { Row } from '../../ui/layout/Box.tsx';
import { version } from '../../core/appState/version.ts';
import styles from './UpdateOffer.module.css';

/** Offers a new version: start it now or with the next visit. */
export function UpdateOffer() {
  return (
    <Row as="aside" gap={3} align="middle" className={styles.offer} aria-label="New version">
      <output>A new version of Accord is ready.</output>
      <Button look="primary" className={styles.button} onClick={() => window.location.reload()}>
        Update
      </Button>
      <Button look="quiet" onClick={() => (version.offered = false)}>
        Later
      </Button>
    </Row>
  );
}
