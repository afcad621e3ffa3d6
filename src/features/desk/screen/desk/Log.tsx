import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { retryWhenOnline } from '../../../outbox/state/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { MoreButton } from '../../../../ui/controls/MoreButton.tsx';
import { FormAlert } from '../../../../ui/forms/Field.tsx';
import { actorOf, actWords, changeWords, isUndoable } from '../../domain/logWords.ts';
import type { LogEntry } from '../../domain/rows.ts';
import { acts, undo } from '../../state/acts.ts';
import { exportLog } from '../../state/exporting.ts';
import { extendLog, leaveLog, loadLog, log, type OneItem } from '../../state/log.ts';
import { Export } from './Export.tsx';
import { Moment } from './item/Facts.tsx';
import { Skipped } from './List.tsx';
import controls from './controls.module.css';
import styles from './Desk.module.css';

/** All that was done at the desk, or what was done to one item; each act can be taken back from here. */
export function Log({ of, onAll }: { of: OneItem | null; onAll: () => void }) {
  const { items, status, trouble, skipped, more, extending } = useSnapshot(log);
  useEffect(() => {
    void loadLog(of);
    return leaveLog;
  }, [of]);
  const failed = status === 'failed';
  useEffect(() => (failed ? retryWhenOnline(() => void loadLog(log.of)) : undefined), [failed]);
  const waiting = items.length === 0 && (status === 'idle' || status === 'loading');
  return (
    <div className="stack gap-4 narrows">
      <div className={styles.head}>
        {of === null ? (
          <p className="small muted">Nobody can change the log. Undo writes an entry of its own.</p>
        ) : (
          <p>
            What was done to <bdi>{of.title}</bdi>.{' '}
            <button type="button" className={buttonClass('quiet', controls.plain)} onClick={onAll}>
              Show the whole log
            </button>
          </p>
        )}
        <Export onExport={(format) => void exportLog(format)} />
      </div>
      {skipped > 0 && <Skipped count={skipped} />}
      {trouble !== null && (
        <div className="stack gap-3 left">
          <FormAlert title={failed ? 'Not loaded' : 'Not complete'}>{trouble}</FormAlert>
          {failed && (
            <button type="button" className={buttonClass('outline')} onClick={() => void loadLog(log.of)}>
              Try again
            </button>
          )}
        </div>
      )}
      {waiting ? (
        <p className={styles.waiting}>Loading...</p>
      ) : items.length === 0 ? (
        !failed && <p className={styles.quiet}>Nothing was done yet.</p>
      ) : (
        <ul className={styles.items} aria-label="Log" aria-busy={status === 'loading'}>
          {(items as readonly LogEntry[]).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {more && <MoreButton label="More" busy={extending} onPress={() => void extendLog()} />}
    </div>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { busy } = useSnapshot(acts);
  const { id, at, items, before, after, undoes, undoneBy } = entry;
  return (
    <li className={styles.entry}>
      <div className="stack gap-1 narrows">
        <p>
          <bdi className="strong">{actorOf(entry)}</bdi> <bdi>{actWords(entry)}</bdi>
          {undoes !== null && <span className="muted"> (undoes entry {undoes})</span>}
        </p>
        <p className="small muted">
          <Moment at={at} /> · entry {id}
          {undoneBy !== null && ` · undone by entry ${undoneBy}`}
        </p>
        {!('email' in before || 'email' in after) && (
          <details className="small">
            <summary className={styles.summary}>What changed</summary>
            <ul className="stack gap-2">
              {items.map((item) => {
                const [was, is] = changeWords(before[item], after[item]);
                return (
                  <li key={item} className={styles.changed}>
                    <code>{item}</code>
                    <span>
                      <bdi>{was}</bdi> → <bdi>{is}</bdi>
                    </span>
                  </li>
                );
              })}
            </ul>
          </details>
        )}
      </div>
      {isUndoable(entry) && (
        <button
          type="button"
          className={buttonClass('outline', controls.small)}
          aria-label={`Undo entry ${id}`}
          aria-disabled={busy}
          onClick={() => !busy && void undo([id])}
        >
          Undo
        </button>
      )}
    </li>
  );
}
