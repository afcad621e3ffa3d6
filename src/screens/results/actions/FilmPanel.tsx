import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '#core/lifetime/scope.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import {
  cancelFilm,
  canFilm,
  canShareFile,
  film,
  finishedFilm,
  saveFilm,
  shareFile,
} from '#features/share/state/film.ts';
import { shareUrl } from '#features/share/state/share.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CheckIcon, DownloadIcon, ShareIcon } from '#ui/icons/laterIcons.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './sheet.module.css';
import { useShareRecord } from './useShareRecord.ts';

/** Time for which the button shows that the film is saved, ms. */
const SAVED_MS = 2000;

/** The film of a fragrance: portrait, for phones, made on this device; saved, or given to the system's share sheet. */
export function FilmPanel({ fragrance }: { fragrance: Fragrance }) {
  const { status: last, progress, fragranceId, kind, opus } = useSnapshot(film);
  const { record, linked } = useShareRecord(fragrance);
  const button = useRef<HTMLButtonElement>(null);
  const status = fragranceId === fragrance.id ? last : 'idle';
  const making = status === 'making';
  const percent = Math.floor(progress * 100);
  const link = (linked && record !== null ? shareUrl(record.shareId) : location.origin).replace(/^https?:\/\//, '');
  const made = status === 'ready' ? finishedFilm() : null;
  const what = canFilm() && kind === 'video' ? 'film' : 'picture';
  const saved = useSaved(status);
  const label = making ? `Making ${what}...` : saved ? 'Saved' : `Save ${what}`;
  const cancel = () => {
    cancelFilm();
    button.current?.focus();
  };
  return (
    <Stack gap={3}>
      <Row wrap gap={3} className="spread">
        <Button
          ref={button}
          variant="outline"
          aria-disabled={making}
          onClick={() => !making && void saveFilm(fragrance, link)}
        >
          {saved ? <CheckIcon /> : <DownloadIcon />} <span>{label}</span>
        </Button>
        {making && (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        {made !== null && canShareFile(made) && (
          <Button variant="outline" onClick={() => void shareFile(made, fragrance.name)}>
            <ShareIcon /> <span>{`Share ${what}`}</span>
          </Button>
        )}
      </Row>
      <output className="visually-hidden">{status === 'ready' ? `The ${what} is ready, and saved.` : ''}</output>
      {made !== null && opus && (
        <Text size="small">This browser writes Opus sound: some phones and apps will show the film without it.</Text>
      )}
      {/* The progress has the place of the sentence, so that the sheet keeps its height. */}
      <Stack align="middle" className={styles.course}>
        <Text tone="muted" size="small" aria-hidden={making || undefined}>
          {`The ${what} is made on this device: nothing is uploaded.`}
        </Text>
        {making && (
          <Stack gap={3} align="middle" numerals="digits" className={styles.progress}>
            <progress className={styles.track} aria-label={`Making the ${what}`} max={100} value={percent} />
            <span aria-hidden="true">{`${percent} %`}</span>
          </Stack>
        )}
      </Stack>
    </Stack>
  );
}

/** True for {@link SAVED_MS} after a film was made. */
function useSaved(status: 'idle' | 'making' | 'ready'): boolean {
  const [saved, setSaved] = useState(false);
  const previous = useRef(status);
  useEffect(() => {
    const finished = previous.current === 'making' && status === 'ready';
    previous.current = status;
    setSaved(finished);
    const scope = new Scope();
    if (finished) scope.timeout(() => setSaved(false), SAVED_MS);
    return () => scope.dispose();
  }, [status]);
  return saved;
}
