import { isolateBidi } from '#core/values/bidi.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { cancelFilm, film } from '#features/share/state/film.ts';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { FilmPanel } from './FilmPanel.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './sheet.module.css';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PICTURE_SIZES } from '#features/fragrance/domain/drawing/film/pictures.ts';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { pictureOf, shareFragrance } from '#features/share/state/share.ts';
import { isOfRecording } from '#features/instruments/state/playback/playFragrance.ts';
import { session } from '#features/session/state/session.ts';
import { shares } from '#features/share/state/shares.ts';
import { Button } from '#ui/controls/Button.tsx';
import { CheckIcon, ShareIcon } from '#ui/icons/laterIcons.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { ShareOutcome } from './ShareOutcome.tsx';
import { useShareRecord } from './useShareRecord.ts';

interface ShareSheetProps {
  fragrance: Fragrance;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The link and the film of a fragrance, beside a preview of the film. */
export default function ShareSheet({ fragrance, open, onOpenChange }: ShareSheetProps) {
  const change = (next: boolean) => {
    // Closing cancels a running film and keeps finished results.
    if (!next) cancelFilm();
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change} title={`Share ${isolateBidi(fragrance.name)}`} className={styles.sheet}>
      <Stack gap={5} align="middle" className={styles.ways}>
        <Preview fragrance={fragrance} />
        <Stack gap={5} top narrows>
          <LinkPanel fragrance={fragrance} />
          <FilmPanel fragrance={fragrance} />
        </Stack>
      </Stack>
    </Dialog>
  );
}

/** Time for which the URL of a picture that is no longer shown stays valid, ms: the picture may still be loading. */
const LOADING_MS = 60_000;

/** The URL of a still of the film; null until it is made, and where it cannot be made. */
function useStill(fragrance: Fragrance): string | null {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    const scope = new Scope();
    const load = async () => {
      const picture = await pictureOf(fragrance, 'still');
      if (picture === null || scope.disposed) return;
      const url = URL.createObjectURL(picture);
      // A busy browser may begin to load it only now.
      scope.add(() => void new Scope().timeout(() => URL.revokeObjectURL(url), LOADING_MS));
      setStill(url);
    };
    void load();
    return () => scope.dispose();
  }, [fragrance]);
  return still;
}

/** The film once it is made, a still of it until then, in a reserved space. */
function Preview({ fragrance }: { fragrance: Fragrance }) {
  const { status, fragranceId, url, kind } = useSnapshot(film);
  const still = useStill(fragrance);
  const { width, height } = PICTURE_SIZES.still;
  const made = status === 'ready' && fragranceId === fragrance.id && kind === 'video';
  return (
    <Stack className={styles.preview} aria-busy={still === null}>
      {made && url !== null ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a sung melody: the picture shows the names of its notes
        <video
          src={url}
          poster={still ?? undefined}
          controls
          playsInline
          aria-label={`The film of ${fragrance.name}`}
          onPlay={stopPlaying}
        />
      ) : (
        still !== null && <img src={still} alt={drawingLabel(fragrance)} width={width} height={height} />
      )}
    </Stack>
  );
}

const SHARE_LABELS = { idle: 'Share', creating: 'Creating...', error: 'Error' } as const;

/** The button that makes the public link, in all its states, and the link. */
function LinkPanel({ fragrance }: { fragrance: Fragrance }) {
  const { status: last, done, fragranceId } = useSnapshot(shares).button;
  const { user } = useSnapshot(session);
  const { linked } = useShareRecord(fragrance);
  const [showName, setShowName] = useState(false);
  const status = fragranceId === fragrance.id ? last : 'idle';
  const label = status === 'success' ? (done === 'copied' ? 'Copied!' : 'Shared!') : SHARE_LABELS[status];
  return (
    <Stack gap={3}>
      {!linked && (
        <p>{`Anyone with the link can hear your ${isOfRecording(fragrance) ? 'recording' : 'sound'} and see its notes. You can take it back.`}</p>
      )}
      {!linked && user !== null && user.id !== '' && (
        <Switch
          label="Show my name"
          why={`The page says that ${isolateBidi(user.liquidName)} made it.`}
          checked={showName}
          onChange={setShowName}
          busy={status === 'creating'}
        />
      )}
      <Button
        variant="primary"
        wide
        aria-busy={status === 'creating'}
        aria-disabled={status === 'creating'}
        data-status={status}
        onClick={() => void shareFragrance(fragrance, { showName: showName && user !== null })}
      >
        {status === 'success' ? <CheckIcon /> : <ShareIcon />} <span>{label}</span>
      </Button>
      <ShareOutcome fragrance={fragrance} />
    </Stack>
  );
}
