import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { retryWhenOnline } from '../../../outbox/state/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { MoreButton } from '../../../../ui/controls/MoreButton.tsx';
import { Choice } from '../../../../ui/forms/Choice.tsx';
import { FormAlert } from '../../../../ui/forms/Field.tsx';
import { SearchField } from '../../../../ui/forms/SearchField.tsx';
import { afterTyping } from '../../../../ui/forms/afterTyping.ts';
import { countOf, LIST_NAMES, STATE_LABELS, STATES, type ItemState, type Kind } from '../../domain/kinds.ts';
import type { DeskItem } from '../../domain/rows.ts';
import { exportList } from '../../state/exporting.ts';
import { chooseAll, extendList, list, loadList } from '../../state/list.ts';
import type { OneItem } from '../../state/log.ts';
import { Export } from './Export.tsx';
import { Item } from './item/Item.tsx';
import controls from './controls.module.css';
import styles from './Desk.module.css';

const STATE_OPTIONS = [['', 'All'] as const, ...STATES.map((state) => [state, STATE_LABELS[state]] as const)];

export interface ListProps {
  kind: Kind;
  /** Shows what was done to an item. */
  onHistory: (item: OneItem) => void;
}

/** A list of the desk with its search, its filter and its files. */
export function List({ kind, onHistory }: ListProps) {
  const { items, status, trouble, skipped, more, extending, chosen, query } = useSnapshot(list);
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<ItemState | ''>('');
  useEffect(
    () => afterTyping(typed, () => void loadList({ kind, search: typed, state: state || null })),
    [kind, typed, state],
  );
  const failed = status === 'failed';
  useEffect(() => (failed ? retryWhenOnline(() => void loadList(list.query)) : undefined), [failed]);
  // The rows of another list stay until the first page of this one is asked for.
  const here = query.kind === kind;
  const rows = here ? (items as readonly DeskItem[]) : [];
  const waiting = !here || (status === 'loading' && rows.length === 0);
  return (
    <div className="stack gap-4 narrows">
      <search className={styles.tools}>
        <SearchField
          label={`Search ${LIST_NAMES[kind].toLowerCase()}`}
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
        <Choice<ItemState | ''> label="State" value={state} options={STATE_OPTIONS} onChange={setState} />
      </search>
      <div className={styles.head}>
        <label className={styles.all}>
          <input
            type="checkbox"
            className={controls.box}
            checked={rows.length > 0 && chosen.length === rows.length}
            disabled={rows.length === 0}
            onChange={(event) => chooseAll(event.target.checked)}
          />
          <span>Select all on this page</span>
        </label>
        <Export onExport={(format) => void exportList(format)} />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {waiting ? 'Loading...' : `${countOf(kind, rows.length)}${more ? ' or more' : ''}`}
      </p>
      {here && skipped > 0 && <Skipped count={skipped} />}
      {here && trouble !== null && (
        <div className="stack gap-3 left">
          <FormAlert title={failed ? 'Not loaded' : 'Not complete'}>{trouble}</FormAlert>
          {failed && (
            <button type="button" className={buttonClass('outline')} onClick={() => void loadList(list.query)}>
              Try again
            </button>
          )}
        </div>
      )}
      {waiting ? (
        <p className={styles.waiting}>Loading...</p>
      ) : rows.length === 0 ? (
        !failed && (
          <p className={styles.quiet}>{typed === '' && state === '' ? 'Nothing here yet.' : 'Nothing found.'}</p>
        )
      ) : (
        <ul className={styles.items} aria-label={LIST_NAMES[kind]} aria-busy={status === 'loading'}>
          {rows.map((item) => (
            <Item key={item.id} item={item} chosen={chosen.includes(item.id)} onHistory={onHistory} />
          ))}
        </ul>
      )}
      {here && more && <MoreButton label="More" busy={extending} onPress={() => void extendList()} />}
    </div>
  );
}

/** Says how many rows could not be read. */
export function Skipped({ count }: { count: number }) {
  return (
    <p className={styles.skipped}>
      {count === 1 ? '1 row cannot be read and is left out.' : `${count} rows cannot be read and are left out.`}
    </p>
  );
}
