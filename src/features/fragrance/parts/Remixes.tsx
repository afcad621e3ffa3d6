import { useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { NO_LINEAGE, type Lineage } from '../domain/index.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { FragranceFace } from './FragranceFace.tsx';
import { MadeOf, pathOf } from './MadeOf.tsx';
import styles from './Remixes.module.css';

interface RemixesProps {
  /** Loads what it came of and what came of it; never fails. */
  load: () => Promise<Lineage>;
  /** Takes its notes to the beat maker or the keyboard. */
  onPlay: (on: 'beats' | 'keyboard') => void;
}

/** The notes of a fragrance to play with, what it came of, and what came of it. */
export function Remixes({ load, onPlay }: RemixesProps) {
  const heading = useId();
  const [{ parent, children }, setLineage] = useState(NO_LINEAGE);
  useEffect(() => {
    let gone = false;
    void load().then((lineage) => gone || setLineage(lineage));
    return () => {
      gone = true;
    };
  }, [load]);
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        Play with its notes
      </h2>
      {parent !== null && <MadeOf parent={parent} />}
      <div className={styles.ways} data-screen-only="">
        <button type="button" className={buttonClass('outline')} onClick={() => onPlay('beats')}>
          As a beat
        </button>
        <button type="button" className={buttonClass('outline')} onClick={() => onPlay('keyboard')}>
          On the keyboard
        </button>
      </div>
      {children.length > 0 && (
        <>
          <p className="muted">What came of it:</p>
          <ul className={styles.children}>
            {children.map((child) => (
              <li key={`${child.kind} ${child.id}`}>
                <Link href={pathOf(child)} className={styles.child ?? ''}>
                  <FragranceFace fragrance={child.fragrance} className={styles.face} background />
                  <bdi>{child.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
