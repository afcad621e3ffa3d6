import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { drawingLabel } from '../../fragrance/domain/index.ts';
import type { NoteCode } from '../../../core/pitch/pitch.ts';
import {
  hearNote,
  playbackPosition,
  player,
  toggleEssence,
  expectNotes,
} from '../../instruments/state/playback/index.ts';
import { shared, type SharedFragrance, type ShareWords } from '../state/sharedFragrance.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
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
import { ScreenHeading } from '../../../ui/screen/ScreenHeading.tsx';
import { CopyButton } from './CopyButton.tsx';
import { writeMetadata } from './metadata.ts';
import { ShareMaker } from './ShareMaker.tsx';
import { SharedRoll } from './SharedRoll.tsx';
import { SoundPlayer, type SoundPlayerHandle } from './SoundPlayer.tsx';
import styles from './Share.module.css';

const ShareRemixes = lazyPart(() => import('./ShareRemixes.tsx'), { failed: () => null });
const ReportShare = lazyPart(() => import('./ReportShare.tsx'), { failed: () => null });

const noteNow = (): NoteCode | null => player.note;

/** The words of a share, which are shown first; then its face, its sound and its notes. */
export function SharePage({ words, fragrance }: { words: ShareWords; fragrance: SharedFragrance | null }) {
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
          <CopyButton />
          <Link href="/" className={buttonClass('primary')}>
            Create Your Own
          </Link>
        </div>
        {description !== null && (
          <p className="muted anywhere measure" data-word="description">
            {description}
          </p>
        )}
        <Views known={fragrance !== null} />
        {fragrance !== null && <ShareMaker fragrance={fragrance} />}
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
