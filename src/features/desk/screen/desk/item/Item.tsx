import { memo, useId } from 'react';
import { useSnapshot } from 'valtio';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { titleOf } from '../../../domain/facts.ts';
import { STATE_LABELS, STATES } from '../../../domain/kinds.ts';
import type { DeskItem } from '../../../domain/rows.ts';
import { acts, setStates } from '../../../state/acts.ts';
import { choose } from '../../../state/list.ts';
import type { OneItem } from '../../../state/log.ts';
import { Facts, Moment } from './Facts.tsx';
import { Listening } from './Listening.tsx';
import { Moderation } from './Moderation.tsx';
import { Note } from './Note.tsx';
import controls from '../controls.module.css';
import styles from './Item.module.css';

export interface ItemProps {
  item: DeskItem;
  chosen: boolean;
  onHistory: (item: OneItem) => void;
}

/** One item of a list: what it is, its state and note, and what can be done. A row on a wide screen, a card on a phone. */
export const Item = memo(function Item({ item, chosen, onHistory }: ItemProps) {
  const heading = useId();
  const title = titleOf(item);
  const { kind, id, at } = item;
  return (
    <li className={styles.item} data-state={item.state}>
      <article className={styles.row} aria-labelledby={heading}>
        <label className={styles.check}>
          <input
            type="checkbox"
            className={controls.box}
            checked={chosen}
            onChange={(event) => choose(id, event.target.checked)}
          />
          <span className="visually-hidden">
            Select <bdi>{title}</bdi>
          </span>
        </label>
        <div className="stack gap-3 top narrows">
          <header>
            <h2 id={heading} className={styles.title}>
              <bdi>{title}</bdi>
            </h2>
            <p className="small muted">
              <Moment at={at} />
            </p>
          </header>
          <Facts item={item} />
          <Listening item={item} title={title} />
        </div>
        <div className="stack gap-3 top narrows">
          <States item={item} title={title} />
          <Note item={item} title={title} />
          <div className={styles.more}>
            <Moderation item={item} title={title} />
            <button
              type="button"
              className={buttonClass('quiet', controls.plain)}
              aria-label={`History of ${title}`}
              onClick={() => onHistory({ kind, id, title })}
            >
              History
            </button>
          </div>
        </div>
      </article>
    </li>
  );
});

/** The states of an item; the pressed one is its own. */
function States({ item, title }: { item: DeskItem; title: string }) {
  const { busy } = useSnapshot(acts);
  return (
    <fieldset className={styles.states} aria-label={`State of ${title}`}>
      {STATES.map((state) => (
        <button
          key={state}
          type="button"
          className="toggle small target round edged surface"
          aria-pressed={item.state === state}
          aria-disabled={busy}
          onClick={() => item.state !== state && void setStates(item.kind, [item.id], state)}
        >
          {STATE_LABELS[state]}
        </button>
      ))}
    </fieldset>
  );
}
