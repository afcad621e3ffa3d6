import { useState } from 'react';
import { drawingLabel } from '../../../../fragrance/domain/index.ts';
import { FragranceFace } from '../../../../fragrance/parts/index.ts';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { faceOf } from '../../../domain/face.ts';
import type { DeskItem } from '../../../domain/rows.ts';
import controls from '../controls.module.css';
import styles from './Item.module.css';

/** The face of an item, and its recording when it is asked for. */
export function Listening({ item, title }: { item: DeskItem; title: string }) {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  const url = 'audioUrl' in item ? item.audioUrl : null;
  const face = faceOf(item);
  if (url === null && face === null) return null;
  return (
    <div className={styles.listening}>
      {face !== null && <FragranceFace fragrance={face} label={drawingLabel(face)} className={styles.face} />}
      {url !== null && (
        <div className="stack gap-2 left narrows">
          <button
            type="button"
            className={buttonClass('quiet', controls.plain)}
            aria-expanded={open}
            aria-label={`Recording of ${title}`}
            onClick={() => {
              setGone(false);
              setOpen(!open);
            }}
          >
            {open ? 'Close the recording' : 'Listen'}
          </button>
          {open && !gone && (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- a sung melody, of which nobody has written words
            <audio
              className={styles.audio}
              src={url}
              controls
              autoPlay
              crossOrigin="anonymous"
              aria-label={`Recording of ${title}`}
              onError={() => setGone(true)}
            />
          )}
          {open && gone && <p role="alert">The recording cannot be played. It may be deleted.</p>}
        </div>
      )}
    </div>
  );
}
