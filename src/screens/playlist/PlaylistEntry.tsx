import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useSnapshot } from 'valtio';
import { Scope } from '#core/lifetime/scope.ts';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import {
  ANONYMOUS_CREATOR,
  isPublished,
  nameInPath,
  PLAYLIST_DESCRIPTION,
} from '#features/community/domain/playlist.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { previewNote, player, stopPlaying, toggleEssence } from '#features/instruments/state/playback/player.ts';
import { entryKey, loadEntry, playlist } from '#features/community/state/playlist.ts';
import { recordingTime, stopPlaylist, togglePlaylist } from '#features/community/state/playlistPlayer.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PlayNotes } from '#features/fragrance/components/PlayNotes.tsx';
import { NoteTable } from '#features/fragrance/components/notes/NoteTable.tsx';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';
import { UnavailableScreen } from '#ui/screen/UnavailableScreen.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import { NotesPlayer, Player } from './Player.tsx';
import styles from './PlaylistEntry.module.css';
import { loadSavedFragrances, savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { session } from '#features/session/state/session.ts';
import { Report } from '#features/moderation/components/Report.tsx';
import { isReported, report, reports } from '#features/moderation/state/reports.ts';

/** The page of a fragrance from the playlist, or of one of the member's own. */
export default function PlaylistEntry() {
  // Read the raw URL: the router has partly decoded it, and a name may contain any character.
  const name = nameInPath(usePathname());
  const id = new URLSearchParams(useSearch()).get('id');
  const { status, fragrance, key } = useSnapshot(playlist).entry;
  useEffect(() => {
    void loadEntry(name, id);
    return () => {
      stopPlaylist();
      stopPlaying();
    };
  }, [name, id]);
  const shown = key === entryKey(name, id);
  if (shown && status === 'missing') return <Missing />;
  if (shown && status === 'unreachable') return <Unreachable retry={() => void loadEntry(name, id)} />;
  if (!shown || status === 'loading' || fragrance === null)
    return <p className="loading">Loading fragrance profile...</p>;
  return <Loaded key={fragrance.id} fragrance={fragrance as SavedFragrance} />;
}

function Missing() {
  return (
    <UnavailableScreen
      heading="Fragrance profile not found"
      words="It may have been taken out of the playlist, or it has another name now."
    >
      <Button as={Link} href="/store?tab=playlist" variant="primary">
        Return to Store
      </Button>
    </UnavailableScreen>
  );
}

/** Shown when the backend is unreachable. Retries once the connection is back. */
function Unreachable({ retry }: { retry: () => void }) {
  const onReturn = useEffectEvent(retry);
  useEffect(() => retryWhenOnline(() => onReturn()), []);
  return (
    <UnavailableScreen
      heading="This fragrance is out of reach"
      words="We cannot reach the playlist right now. It opens automatically once the connection is back."
    >
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
      <Button as={Link} href="/store?tab=playlist" variant="outline">
        Return to Store
      </Button>
    </UnavailableScreen>
  );
}

const positionNow = (): number => recordingTime().position;
const noteNow = (): NoteCode | null => player.note;

function Loaded({ fragrance }: { fragrance: SavedFragrance }) {
  useEffect(prefetchSoundEngine, []);
  const { name, creatorName, description, musicEssence, topNotes, middleNotes, baseNotes, audioData } = fragrance;
  const { sounding } = useSnapshot(player);
  const playback = useMemo<SoundPlayback>(() => ({ sounding, position: positionNow, note: noteNow }), [sounding]);
  const playable = audioData === null || audioData === '' ? null : { ...fragrance, hasAudio: true };
  const onEssence = () => toggleEssence(musicEssence);
  useEffect(() => {
    document.title = `${name} · Accord`;
  }, [name]);
  return (
    <Stack as="article" className={`page ${styles.page}`}>
      <Stack as="header" gap={5} justify="left" className={styles.words}>
        <ScreenHeading className={name.length > 40 ? styles.longName : styles.name}>
          <bdi>{name}</bdi>
        </ScreenHeading>
        <p className={styles.creator}>
          <span>By </span>
          <bdi translate="no">{creatorName.trim() === '' ? ANONYMOUS_CREATOR : creatorName}</bdi>
          {fragrance.hidden ? <span> · Hidden by Accord.</span> : !fragrance.isPublic && <span> · Private</span>}
        </p>
        {playable === null ? (
          <NotesPlayer essence={musicEssence} />
        ) : (
          <Player fragrance={playable} trace={fragrance.trace} />
        )}
      </Stack>
      <PlayableFlower
        fragrance={fragrance}
        label={drawingLabel(fragrance)}
        playback={playback}
        className={styles.face}
        onNote={({ note }) => previewNote(note)}
        onAll={() => (playable === null ? onEssence() : void togglePlaylist(playable))}
      />
      <Stack gap={4} narrows className={styles.notes}>
        <Description>{description.trim() === '' ? PLAYLIST_DESCRIPTION : description}</Description>
        <NoteTable
          dense
          music={{
            essence: musicEssence,
            ...(playable !== null && { playing: sounding === 'notes', onToggle: onEssence }),
          }}
          topNotes={topNotes}
          middleNotes={middleNotes}
          baseNotes={baseNotes}
        />
        <Row wrap gap={3} align="middle">
          <Button as={Link} href="/store?tab=playlist" variant="outline">
            Back to Store
          </Button>
          <Button variant="quiet" onClick={() => history.back()}>
            Go Back
          </Button>
        </Row>
      </Stack>
      {isPublished(fragrance) && (
        <Stack gap={2} top className={styles.more}>
          <DeferredPart>
            <PlayNotes
              openOn={async (instrument) =>
                (await import('#features/instruments/state/remix.ts')).playWith(fragrance, instrument)
              }
            />
            <ReportFragrance id={fragrance.id} name={name} />
          </DeferredPart>
        </Stack>
      )}
    </Stack>
  );
}

/** The words about a fragrance: on a phone three lines of a longer text, until a press on More shows the rest. */
function Description({ children }: { children: string }) {
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  // Before the first paint: the button moves the content below it.
  useLayoutEffect(() => {
    const text = words.current;
    if (text === null || open) return undefined;
    const scope = new Scope();
    const measure = () => setCut(text.scrollHeight > text.clientHeight + 1);
    measure();
    scope.listen(window, 'resize', measure);
    return () => scope.dispose();
  }, [open]);
  return (
    <div>
      <p ref={words} className={open ? 'lead measure' : `lead measure ${styles.cut}`}>
        {children}
      </p>
      {cut && !open && (
        <Button variant="flush" aria-expanded={false} onClick={() => setOpen(true)}>
          More
        </Button>
      )}
    </div>
  );
}

/** Reports another member's fragrance of the playlist. */
export function ReportFragrance({ id, name }: { id: string; name: string }) {
  const { user, isResolved } = useSnapshot(session);
  const { items, status, known } = useSnapshot(savedFragrances);
  const { list } = useSnapshot(reports);
  const wanted = isResolved && user !== null && status === 'idle';
  useEffect(() => {
    if (wanted) void loadSavedFragrances();
  }, [wanted]);
  // The member's own list decides whether the fragrance is theirs.
  if (user !== null && (!known || items.some((item) => item.id === id))) return null;
  return (
    <Report
      name={name}
      reported={isReported('fragrance', id, list)}
      onReport={(given) => report('fragrance', id, given)}
    />
  );
}
