import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { drawingLabel } from '../../../domain/drawing/drawing.ts';
import { exportFileName } from '../../../domain/composition/exportNotes.ts';
import type { Fragrance } from '../../../domain/composition/model.ts';
import { stopPlaying } from '../../../../instruments/state/playback/index.ts';
import { cancelFilm, canFilm, film, madeFilm, saveFilm, shareUrl } from '../../../../share/state/index.ts';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { DownloadIcon } from '../../../../../ui/icons/laterIcons.tsx';
import { Preview, usePicture } from './Preview.tsx';
import { ShareFile } from './SaveAndShare.tsx';
import styles from './sheet.module.css';
import { useShareRecord } from './useShareRecord.ts';

/** The living card: a portrait film for phones, made on this device. */
export function FilmPanel({ fragrance }: { fragrance: Fragrance }) {
  const { status: last, progress, fragranceId, url, kind, opus } = useSnapshot(film);
  const { record, linked } = useShareRecord(fragrance);
  const still = usePicture(fragrance, 'still', exportFileName(fragrance, 'png'));
  const button = useRef<HTMLButtonElement>(null);
  const status = fragranceId === fragrance.id ? last : 'idle';
  const percent = Math.floor(progress * 100);
  const link = (linked && record !== null ? shareUrl(record.shareId) : location.origin).replace(/^https?:\/\//, '');
  const made = status === 'ready' ? madeFilm() : null;
  const what = canFilm() && kind === 'video' ? 'film' : 'picture';
  const cancel = () => {
    cancelFilm();
    button.current?.focus();
  };
  return (
    <div className="stack gap-4">
      {made !== null && url !== null && kind === 'video' ? (
        <div className={styles.preview} data-kind="still">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a sung melody: the picture shows the names of its notes */}
          <video
            src={url}
            poster={still?.url}
            controls
            playsInline
            aria-label={`The film of ${fragrance.name}`}
            onPlay={stopPlaying}
          />
        </div>
      ) : (
        <Preview picture={still} kind="still" label={drawingLabel(fragrance)} />
      )}
      <div className={styles.actions}>
        <button
          ref={button}
          type="button"
          className={buttonClass('primary')}
          aria-disabled={status === 'making'}
          onClick={() => status !== 'making' && void saveFilm(fragrance, link)}
        >
          <DownloadIcon /> <span>{`Save ${what}`}</span>
        </button>
        {status === 'making' && (
          <button type="button" className={buttonClass('outline')} onClick={cancel}>
            Cancel
          </button>
        )}
        {made !== null && <ShareFile file={made} what={what} name={fragrance.name} />}
      </div>
      {status === 'making' && (
        <div className={styles.progress}>
          <progress className={styles.track} aria-label={`Making the ${what}`} max={100} value={percent} />
          <span aria-hidden="true">{`${percent} %`}</span>
        </div>
      )}
      <output className="visually-hidden">{status === 'ready' ? `The ${what} is ready, and saved.` : ''}</output>
      {made !== null && opus && (
        <p className="small">This browser writes Opus sound: some phones and apps will show the film without it.</p>
      )}
      <p className="muted small">Up to 15 seconds, with its sound. Made on this device: nothing is uploaded.</p>
    </div>
  );
}
