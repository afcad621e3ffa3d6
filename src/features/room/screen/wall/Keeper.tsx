import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { KeptFocus } from '../../../../ui/screen/KeptFocus.tsx';
import { close, keeping, undoHiding } from '../../state/keeping.ts';
import styles from './Wall.module.css';

/** What whoever keeps the room can do: hide a face, take that back, close the room. */
export function Keeper({ closed }: { closed: boolean }) {
  const { choosing, last, busy, said, trouble } = useSnapshot(keeping);
  const [closing, setClosing] = useState(false);
  return (
    <section className="stack gap-3" aria-label="You keep this room">
      {/* What has the focus goes when it was pressed. */}
      <KeptFocus>
        <div className="actions">
          <button
            type="button"
            className={buttonClass('outline')}
            aria-pressed={choosing}
            data-kept="keeper"
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
        {closing && !closed && <Question busy={busy} onKeep={() => setClosing(false)} />}
        <div className={styles.said}>
          <output className="small">{said}</output>
          {last !== null && (
            <button
              type="button"
              className={buttonClass('outline')}
              aria-disabled={busy}
              data-kept="keeper"
              onClick={() => void undoHiding()}
            >
              Undo
            </button>
          )}
        </div>
        {trouble !== null && <p role="alert">{trouble}</p>}
      </KeptFocus>
    </section>
  );
}

/** Asks before the room is closed. It takes the place of the button that had the focus, and takes the focus once. */
function Question({ busy, onKeep }: { busy: boolean; onKeep: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="stack gap-3">
      <p>Close it for good? Nobody can sing here any more, and visitors no longer see the faces.</p>
      <div className="actions">
        <button
          ref={button}
          type="button"
          className={buttonClass('primary')}
          aria-disabled={busy}
          data-kept="keeper"
          onClick={() => void close()}
        >
          Close it
        </button>
        <button type="button" className={buttonClass('outline')} data-kept="keeper" onClick={onKeep}>
          Keep it open
        </button>
      </div>
    </div>
  );
}
