import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useLocation, useParams } from 'wouter';
import { shareIdIn } from '../domain/shareId.ts';
import { drawingLabel } from '../../fragrance/domain/index.ts';
import type { NoteCode } from '../../../core/pitch/pitch.ts';
import { isOwnShare, learnWhoseShare, ownShares, takeBack } from '../state/ownShares.ts';
import {
  hearNote,
  playbackPosition,
  player,
  stopPlaying,
  toggleEssence,
  expectNotes,
} from '../../instruments/state/playback/index.ts';
import { session } from '../../members/state/session/index.ts';
import {
  loadShared,
  NOT_LOADED,
  shared,
  sharedIsGone,
  wordsOfPage,
  wordsOfShare,
  type SharedFragrance,
  type ShareWords,
} from '../state/sharedFragrance.ts';
import { line, loadLine, setAllowsAnswers } from '../state/line.ts';
import { shareRecords, type ShareRecord } from '../state/shareRecords.ts';
import { Switch } from '../../../ui/controls/Switch.tsx';
import { buttonClass } from '../../../ui/controls/button.ts';
import { FadeIn } from '../../../ui/screen/FadeIn.tsx';
import {
  AccentList,
  excerptOf,
  NoteTable,
  PlayableFace,
  type FaceNote,
  type SoundPlayback,
} from '../../fragrance/parts/index.ts';
import { DeferredPart } from '../../../ui/loading/DeferredPart.tsx';
import { lazyPart } from '../../../ui/loading/lazyPart.tsx';
import { useConnectionBack } from '../../../ui/loading/useConnectionBack.ts';
import { ScreenHeading } from '../../../ui/screen/ScreenHeading.tsx';
import { expectScreenFocus } from '../../../ui/screen/screenFocus.ts';
import { TakeBack } from '../parts/TakeBack.tsx';
import { NowYou } from './answers/NowYou.tsx';
import { CopyButton } from './CopyButton.tsx';
import { PAGE_TITLE, removeSocialTags, writeMetadata } from './metadata.ts';
import { SharedRoll } from './SharedRoll.tsx';
import { SoundPlayer, type SoundPlayerHandle } from './SoundPlayer.tsx';
import styles from './Share.module.css';

const Answers = lazyPart(() => import('./answers/Answers.tsx'), { failed: () => null });
const HiddenShare = lazyPart(() => import('./HiddenShare.tsx'), { failed: () => null });
const ShareRemixes = lazyPart(() => import('./ShareRemixes.tsx'), { failed: () => null });
const ReportShare = lazyPart(() => import('./ReportShare.tsx'), { failed: () => null });

const noteNow = (): NoteCode | null => player.note;

/** The public page of a shared fragrance. */
export default function Share() {
  const { shareId: piece = '' } = useParams<{ shareId: string }>();
  const shareId = shareIdIn(piece) ?? piece;
  const [, navigate] = useLocation();
  const { status, error, fragrance } = useSnapshot(shared);
  const [words] = useState(() => wordsOfPage(shareId));
  useEffect(() => removeSocialTags, []);
  useEffect(() => {
    if (piece !== shareId) navigate(`/share/${shareId}`, { replace: true });
  }, [piece, shareId, navigate]);
  useEffect(() => {
    document.title = PAGE_TITLE;
    void loadShared(shareId);
    void loadLine(shareId);
    return stopPlaying;
  }, [shareId]);
  if (status === 'error') return <Failure heading={error ?? 'Profile Not Found'} shareId={shareId} />;
  const known = words?.shareId === shareId ? words : null;
  const loaded = status === 'loading' ? null : (fragrance as SharedFragrance | null);
  if (loaded === null && known === null) return <p className="loading">Loading fragrance profile...</p>;
  return (
    <FadeIn key={loaded?.shareId ?? shareId} immediately={known !== null}>
      <Page words={loaded === null ? known! : wordsOfShare(loaded)} fragrance={loaded} />
    </FadeIn>
  );
}

function Failure({ heading, shareId }: { heading: string; shareId: string }) {
  return (
    <section className={styles.failure}>
      <ScreenHeading className="title">{heading}</ScreenHeading>
      <p className="muted large measure">
        This fragrance profile may have been removed or the link may be invalid.
        {heading === NOT_LOADED && ' If you are offline, it loads once you are online again.'}
      </p>
      {heading === NOT_LOADED ? <Again shareId={shareId} /> : <HiddenShare shareId={shareId} />}
      <Link href="/" className={buttonClass(heading === NOT_LOADED ? 'outline' : 'primary')}>
        Create Your Own Profile
      </Link>
    </section>
  );
}

/** A retry: a share that could not be loaded may still exist. */
function Again({ shareId }: { shareId: string }) {
  const again = useCallback(() => void loadShared(shareId), [shareId]);
  useConnectionBack(again);
  return (
    <button
      type="button"
      className={buttonClass('primary')}
      onClick={() => {
        expectScreenFocus();
        again();
      }}
    >
      Try again
    </button>
  );
}

/** The words of a share, which are shown first; then its face, its sound and its notes. */
function Page({ words, fragrance }: { words: ShareWords; fragrance: SharedFragrance | null }) {
  const { title, name, story, maker, description } = words;
  const { sounding } = useSnapshot(player);
  const recording = useRef<SoundPlayerHandle>(null);
  const playback = useMemo<SoundPlayback>(() => ({ sounding, position: playbackPosition, note: noteNow }), [sounding]);
  return (
    <article className={styles.page} aria-busy={fragrance === null}>
      <header className={styles.words}>
        {title !== null && (
          <p className={styles.title} data-word="title">
            {title}
          </p>
        )}
        <ScreenHeading className="hero">
          <bdi data-word="name">{name}</bdi>
        </ScreenHeading>
        <p className="large measure">
          <span data-word="story">{story}</span>
          {maker !== null && (
            <span data-needs="maker">
              {' Made by '}
              <bdi data-word="maker">{maker}</bdi>.
            </span>
          )}
        </p>
        <SoundPlayer src={fragrance?.audioUrl} ref={recording} />
        <div className={styles.actions} data-screen-only="">
          <NowYou shareId={words.shareId} name={name} />
          <CopyButton />
          <Link href="/" className={buttonClass('quiet')}>
            Create Your Own
          </Link>
        </div>
        {description !== null && (
          <p className="muted anywhere measure" data-word="description">
            {description}
          </p>
        )}
        <Views known={fragrance !== null} />
        {fragrance !== null && <Maker fragrance={fragrance} />}
      </header>
      {fragrance === null ? (
        <div className={styles.face} />
      ) : (
        <Loaded
          fragrance={fragrance}
          playback={playback}
          onPart={(from, to) => recording.current?.playPart(from, to)}
          onAll={() => recording.current?.toggle() !== true && toggleEssence(fragrance.musicEssence)}
        />
      )}
    </article>
  );
}

function Views({ known }: { known: boolean }) {
  const { views } = useSnapshot(shared);
  return (
    <p className={styles.views} data-screen-only="">
      {known && `${views} ${views === 1 ? 'view' : 'views'}`}
    </p>
  );
}

interface LoadedProps {
  fragrance: SharedFragrance;
  playback: SoundPlayback;
  /** Plays a part of the recording, s. */
  onPart: (from: number, to: number) => void;
  /** Plays the recording, or its notes where there is none, or stops. */
  onAll: () => void;
}

function Loaded({ fragrance, playback, onPart, onAll }: LoadedProps) {
  const { name, musicEssence, topNotes, middleNotes, baseNotes, face } = fragrance;
  const { sounding } = playback;
  useEffect(() => writeMetadata(fragrance, location.href), [fragrance]);
  useEffect(expectNotes, []);
  const onNote = ({ note, from, to }: FaceNote) => {
    const part = excerptOf({ onset: from, offset: to });
    if (Number.isFinite(from)) onPart(part.from, part.to);
    else hearNote(note);
  };
  return (
    <>
      <DeferredPart waiting={<div className={styles.face} />}>
        <PlayableFace
          fragrance={face}
          label={drawingLabel({ name: name ?? 'this fragrance', musicEssence })}
          playback={playback}
          className={styles.face}
          onNote={onNote}
          onAll={onAll}
        />
      </DeferredPart>
      <div className={styles.notes}>
        <Answers shareId={fragrance.shareId} />
        <DeferredPart>
          <NoteTable
            music={{
              essence: musicEssence,
              playing: sounding === 'notes',
              onToggle: () => toggleEssence(musicEssence),
            }}
            topNotes={topNotes}
            middleNotes={middleNotes}
            baseNotes={baseNotes}
          />
        </DeferredPart>
        {face.accents !== undefined && (
          <DeferredPart>
            <section className="stack gap-4" aria-labelledby="accents">
              <h2 id="accents" className={styles.heading}>
                Accents
              </h2>
              <AccentList accents={face.accents} whose="the" />
            </section>
          </DeferredPart>
        )}
        <DeferredPart>
          <SharedRoll face={face} playback={playback} onPart={onPart} />
        </DeferredPart>
        <DeferredPart>
          <ShareRemixes fragrance={fragrance} />
        </DeferredPart>
        <DeferredPart>
          <ReportShare shareId={fragrance.shareId} name={name} />
        </DeferredPart>
      </div>
    </>
  );
}

/** The maker of the share can withdraw it here. */
function Maker({ fragrance: { shareId, name } }: { fragrance: SharedFragrance }) {
  const { verified } = useSnapshot(session);
  const { list } = useSnapshot(shareRecords);
  const { items } = useSnapshot(ownShares);
  const { known, busy, shareId: of } = useSnapshot(line);
  useEffect(() => {
    if (verified) void learnWhoseShare(shareId);
  }, [verified, shareId]);
  if (!isOwnShare(shareId, list as readonly ShareRecord[], items)) return null;
  const remove = async () => {
    const gone = await takeBack(shareId);
    if (gone) sharedIsGone();
    return gone;
  };
  return (
    <div className={styles.maker}>
      <span>You shared this.</span> <TakeBack name={name} onTakeBack={remove} />
      {known !== null && of === shareId && (
        <Switch
          label="Others may answer"
          checked={known.allowsAnswers}
          busy={busy}
          onChange={(allowed) => void setAllowsAnswers(shareId, allowed)}
        />
      )}
    </div>
  );
}
