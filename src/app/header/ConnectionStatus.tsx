import { useSyncExternalStore } from 'react';
import { connection } from '../../core/network/connection.ts';
import { Row } from '../../ui/layout/Box.tsx';
import styles from './ConnectionStatus.module.css';

/** A quiet notice while there is no connection. */
export function ConnectionStatus() {
  const online = useSyncExternalStore(
    connection.subscribe,
    () => connection.online,
    () => true,
  );
  return (
    <output title={online ? undefined : 'You are offline. What you make stays on this device.'}>
      {!online && (
        <>
          <Row as="span" inline align="middle" className={styles.word}>
            Offline
          </Row>
          <span className="visually-hidden">. What you make stays on this device.</span>
        </>
      )}
    </output>
  );
}
