import { useEffect, useState } from 'react';
import { Scope } from '../core/lifetime/scope.ts';
import { connection } from '../core/network/connection.ts';
import { lazyPart } from '../ui/loading/lazyPart.tsx';
import { lazyWall } from '../features/community/screen/index.ts';
import styles from './App.module.css';

const room = <div className={styles.below} />;
const Wall = lazyPart(lazyWall, { waiting: room, failed: () => null });

/**
 * What stands under the home screen, once somebody scrolls: a visit without that loads none of it. Its room is there before, from the
 * first movement on, so that the footer is not seen to jump.
 */
export function Below() {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'pointerover', () => connection.online && setStage((now) => now || 1));
    scope.listen(window, 'scroll', () => connection.online && setStage(2));
    return () => scope.dispose();
  }, []);
  return stage > 1 ? <Wall /> : stage > 0 && room;
}
