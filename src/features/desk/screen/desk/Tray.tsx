import { useSnapshot } from 'valtio';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { countOf, STATE_LABELS, STATES } from '../../domain/kinds.ts';
import { blockableOf, blockedOf, canHide, canRestore, subjectOf } from '../../domain/moderation.ts';
import { acts, restore, setStates, unblock, undo } from '../../state/acts.ts';
import { chooseAll, chosenItems, list } from '../../state/list.ts';
import { ask } from '../../state/question.ts';
import controls from './controls.module.css';
import styles from './Tray.module.css';

/** Below the list, in reach: what can be done with the chosen items, what was done last, and its undo. */
export function Tray({ onList }: { onList: boolean }) {
  const { said, logs, again, trouble, busy } = useSnapshot(acts);
  const { chosen } = useSnapshot(list);
  const choosing = onList && chosen.length > 0;
  return (
    <div className={styles.tray} data-empty={!choosing && said === null && trouble === null}>
      {choosing && <Bulk />}
      <div className={styles.said}>
        <output className="small">{said}</output>
        {logs.length > 0 && (
          <button
            type="button"
            className={buttonClass('outline', controls.small)}
            aria-disabled={busy}
            onClick={() => !busy && void undo([...logs], { again: !again })}
          >
            {again ? 'Redo' : 'Undo'}
          </button>
        )}
      </div>
      {trouble !== null && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** What can be done with all chosen items at once. */
function Bulk() {
  const { query, chosen } = useSnapshot(list);
  const { busy } = useSnapshot(acts);
  const items = chosenItems();
  const { kind } = query;
  const title = countOf(kind, chosen.length);
  const things = (which: typeof canHide) => items.filter(which).flatMap((item) => subjectOf(item) ?? []);
  const [hideable, restorable] = [things(canHide), things(canRestore)];
  const members = (which: typeof blockableOf) => [...new Set(items.flatMap((item) => which(item) ?? []))];
  const [blockable, blocked] = [members(blockableOf), members(blockedOf)];
  const button = (words: string, act: () => void) => (
    <button
      type="button"
      className={buttonClass('outline', controls.small)}
      aria-disabled={busy}
      onClick={() => !busy && act()}
    >
      {words}
    </button>
  );
  return (
    <fieldset className={styles.bulk} aria-label="Selected items">
      <span className="small strong digits">{title} selected</span>
      {STATES.map((state) => (
        <span key={state}>{button(STATE_LABELS[state], () => void setStates(kind, [...chosen], state))}</span>
      ))}
      {hideable.length > 0 && button('Hide...', () => ask({ act: 'hide', things: hideable, title }))}
      {restorable.length > 0 && button('Restore', () => void restore(restorable))}
      {kind === 'member' &&
        blockable.length > 0 &&
        button('Block...', () => ask({ act: 'block', members: blockable, title }))}
      {kind === 'member' && blocked.length > 0 && button('End the block', () => void unblock(blocked))}
      <button type="button" className={buttonClass('quiet', controls.plain)} onClick={() => chooseAll(false)}>
        Select none
      </button>
    </fieldset>
  );
}
