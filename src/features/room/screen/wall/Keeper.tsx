import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { close, keeping, undoHiding } from '../../state/keeping.ts';
import styles from './Wall.module.css';

/** What whoever keeps the room can do: hide a face, take that back, close the room. */
export function Keeper({ closed }: { closed: boolean }) {
  const { choosing, last, busy, said, trouble } = useSnapshot(keeping);
  const [closing, setClosing] = useState(false);
  return (
    <section className="stack gap-3" aria-label="You keep this room">
      <div className="actions">
        <button
          type="button"
          className={buttonClass('outline')}
          aria-pressed={choosing}
          onClick={() => (keeping.choosing = !choosing)}
        >
          {choosing ? 'Done hiding' : 'Hide faces'}
        </button>
        {!closed && !closing && (
          <button type="button" className={buttonClass('quiet')} onClick={() => setClosing(true)}>
            Close the room
          </button>
        )}
      </div>
      {closing && !closed && (
        <div className="stack gap-3">
          <p>Close it for good? Nobody can sing here any more, and visitors no longer see the faces.</p>
          <div className="actions">
            <button
              type="button"
              className={buttonClass('primary')}
              aria-disabled={busy}
              // The question took the place of the button that had the focus.
              ref={(button) => button?.focus()}
              onClick={() => void close()}
            >
              Close it
            </button>
            <button type="button" className={buttonClass('outline')} onClick={() => setClosing(false)}>
              Keep it open
            </button>
          </div>
        </div>
      )}
      <div className={styles.said}>
        <output className="small">{said}</output>
        {last !== null && (
          <button
            type="button"
            className={buttonClass('outline')}
            aria-disabled={busy}
            onClick={() => void undoHiding()}
          >
            Undo
          </button>
        )}
      </div>
      {trouble !== null && <p role="alert">{trouble}</p>}
    </section>
  );
}
