import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { previewNote, playbackPosition, player, toggleEssence } from '#features/instruments/state/playback/player.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import {
  shared,
  type SharedFragrance,
  type ShareWords,
  copyPageAddress,
} from '#features/share/state/sharedFragrance.ts';
import { Button } from '#ui/controls/Button.tsx';
import { AccentList } from '#features/fragrance/components/notes/AccentList.tsx';
import { excerptOf } from '#features/fragrance/components/sounding/rollLayout.ts';
import { PlayNotes } from '#features/fragrance/components/PlayNotes.tsx';
import { NoteTable } from '#features/fragrance/components/notes/NoteTable.tsx';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import type { FlowerNote } from '#features/fragrance/components/sounding/flowerNotes.ts';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { writeMetadata } from './metadata.ts';
import { ShareMaker } from './ShareMaker.tsx';
import { SharedRoll } from './SharedRoll.tsx';
import { SoundPlayer, type SoundPlayerHandle } from './SoundPlayer.tsx';
import styles from './Share.module.css';
import { Scope } from '#core/lifetime/scope.ts';
import { CheckIcon, CopyIcon } from '#ui/icons/laterIcons.tsx';
import { Report } from '#features/moderation/components/Report.tsx';
import { isReported, report, reports } from '#features/moderation/state/reports.ts';
import { isMyShare, shares } from '#features/share/state/shares.ts';

const noteNow = (): NoteCode | null => player.note;

/** A share: its words, its flower and its sound, then its notes; our additions come last. The words are shown first. */
export function SharePage({ words, fragrance }: { words: ShareWords; fragrance: SharedFragrance | null }) {
  const { title, name, story, maker, description } = words;
  const { sounding } = useSnapshot(player);
  const recording = useRef<SoundPlayerHandle>(null);
  const playback = useMemo<SoundPlayback>(() => ({ sounding, position: playbackPosition, note: noteNow }), [sounding]);
  const playPart = (from: number, to: number) => recording.current?.playPart(from, to);
  return (
    <Stack as="article" gap={5} className={`page ${styles.page}`} aria-busy={fragrance === null}>
      <Stack align="middle" className={styles.first}>
        <Stack as="header" gap={5} className={`area-words ${styles.words}`}>
          {title !== null && (
            <Text
              size="subtitle"
              tone="muted"
              weight="regular"
              font="serif"
              leading="tight"
              tracking="close"
              data-word="title"
            >
              {title}
            </Text>
          )}
          <ScreenHeading className="hero">
            <bdi data-word="name">{name}</bdi>
          </ScreenHeading>
          <Text size="large" measure>
            <span data-word="story">{story}</span>
            {maker !== null && (
              <span data-needs="maker">
                {' Made by '}
                <bdi translate="no" data-word="maker">
                  {maker}
                </bdi>
                .
              </span>
            )}
          </Text>
          <SoundPlayer src={fragrance?.audioUrl} ref={recording} />
        </Stack>
        {fragrance === null ? (
          <div className={styles.face} />
        ) : (
          <ShareFlower
            fragrance={fragrance}
            playback={playback}
            onPart={playPart}
            onAll={() => recording.current?.toggle() !== true && toggleEssence(fragrance.musicEssence)}
          />
        )}
        <Stack gap={4} className={styles.composition}>
          <NoteTable
            dense
            music={{
              essence: fragrance?.musicEssence ?? [],
              playing: sounding === 'notes',
              onToggle: () => fragrance !== null && toggleEssence(fragrance.musicEssence),
            }}
            topNotes={fragrance?.topNotes ?? []}
            middleNotes={fragrance?.middleNotes ?? []}
            baseNotes={fragrance?.baseNotes ?? []}
            words={fragrance === null ? words : undefined}
          />
          <Views known={fragrance !== null} />
          <Row wrap gap={3} align="middle" className={styles.actions} data-screen-only="">
            <CopyButton />
            <Button as={Link} href="/" variant="primary">
              Create Your Own
            </Button>
          </Row>
          {description !== null && (
            <Text tone="muted" anywhere measure data-word="description">
              {description}
            </Text>
          )}
          {fragrance !== null && <ShareMaker fragrance={fragrance} />}
        </Stack>
      </Stack>
      {fragrance !== null && <More fragrance={fragrance} playback={playback} onPart={playPart} />}
    </Stack>
  );
}

function Views({ known }: { known: boolean }) {
  const { views } = useSnapshot(shared);
  return (
    <Text size="small" tone="muted" numerals="digits" className={styles.views} data-screen-only="">
      {known && `${views} ${views === 1 ? 'view' : 'views'}`}
    </Text>
  );
}

interface PartProps {
  fragrance: SharedFragrance;
  playback: SoundPlayback;
  /** Plays a part of the recording, s. */
  onPart: (from: number, to: number) => void;
}

interface FlowerProps extends PartProps {
  /** Plays the recording, or its notes where there is none, or stops. */
  onAll: () => void;
}

/** The playable flower. */
function ShareFlower({ fragrance, playback, onPart, onAll }: FlowerProps) {
  const { name, musicEssence, face } = fragrance;
  useEffect(() => writeMetadata(fragrance, location.href), [fragrance]);
  useEffect(prefetchSoundEngine, []);
  const onNote = ({ note, from, to }: FlowerNote) => {
    const part = excerptOf({ onset: from, offset: to });
    if (Number.isFinite(from)) onPart(part.from, part.to);
    else previewNote(note);
  };
  return (
    <DeferredPart waiting={<div className={styles.face} />}>
      <PlayableFlower
        fragrance={face}
        label={drawingLabel({ name: name ?? 'this fragrance', musicEssence })}
        playback={playback}
        className={styles.face}
        onNote={onNote}
        onAll={onAll}
      />
    </DeferredPart>
  );
}

/** Additions to the specified page: accents, the time of each note in the sound, and ways to play on. */
function More({ fragrance, playback, onPart }: PartProps) {
  const { name, face, musicEssence, shareId } = fragrance;
  return (
    <Stack narrows className={styles.notes}>
      {face.accents !== undefined && (
        <DeferredPart>
          <Stack as="section" gap={4} aria-labelledby="accents">
            <Text as="h2" id="accents" size="medium">
              Accents
            </Text>
            <AccentList accents={face.accents} whose="the" />
          </Stack>
        </DeferredPart>
      )}
      <DeferredPart>
        <SharedRoll face={face} playback={playback} onPart={onPart} />
      </DeferredPart>
      <DeferredPart>
        <Stack gap={4}>
          <PlayNotes
            openOn={async (instrument) =>
              (await import('#features/instruments/state/remix.ts')).playWith({ ...face, musicEssence }, instrument)
            }
          />
          <ReportShare shareId={shareId} name={name} />
        </Stack>
      </DeferredPart>
    </Stack>
  );
}

/** Duration of 'Copied!', ms. */
const COPIED_MS = 2000;

/** Copies the address of the page. */
function CopyButton() {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return undefined;
    const scope = new Scope();
    scope.timeout(() => setCopied(0), COPIED_MS);
    return () => scope.dispose();
  }, [copied]);
  const copy = async () => {
    if (await copyPageAddress()) setCopied((times) => times + 1);
  };
  return (
    <Button variant="outline" className={styles.copy} onClick={() => void copy()}>
      {copied > 0 ? <CheckIcon /> : <CopyIcon />} <span aria-live="polite">{copied > 0 ? 'Copied!' : 'Copy Link'}</span>
    </Button>
  );
}

/** Reports a share of another owner. */
function ReportShare({ shareId, name }: { shareId: string; name: string | null }) {
  const mine = useSnapshot(shares);
  const { list: reported } = useSnapshot(reports);
  if (isMyShare(shareId, mine)) return null;
  return (
    <Report
      name={name}
      reported={isReported('share', shareId, reported)}
      onReport={(given) => report('share', shareId, given)}
    />
  );
}
