import type { MemberProfile } from '#features/session/domain/member.ts';
import { focusLabel, soundKeyNotes } from '#features/members/domain/memberCard.ts';
import { Stack, Row } from '#ui/layout/Box.tsx';
import styles from '../Panel.module.css';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { player, playNotes, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { Button } from '#ui/controls/Button.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { PauseIcon } from '#ui/icons/laterIcons.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import keyStyles from './SoundKey.module.css';

/** A member's Sound Key and musical taste. */
export function SoundProfile({ member }: { member: MemberProfile }) {
  return (
    <div className={styles.sections}>
      <Stack as="section" gap={4} top className={styles.section}>
        <h2 className="subtitle">Sound Key</h2>
        <SoundKey musicalIdentity={member.musicalIdentity} />
      </Stack>
      {member.favoriteSound !== null && (
        <Stack as="section" gap={4} top className={styles.section}>
          <h2 className="subtitle">{focusLabel(member.preference)}</h2>
          <dl className={styles.facts}>
            <div>
              <dt className="muted tiny">Favorite sound</dt>
              <dd className="anywhere">{member.favoriteSound}</dd>
            </div>
          </dl>
        </Stack>
      )}
    </div>
  );
}

/** Velocity (0 to 1) and length (s) of the notes of a Sound Key. */
const NOTE_VELOCITY = 0.8;
const NOTE_SECONDS = 0.6;
/** Interval between notes, s. */
const STEP_SECONDS = 0.6;

/** A member's Sound Key: its notes, visible and playable. */
export function SoundKey({ musicalIdentity }: { musicalIdentity: string | null }) {
  const notes = soundKeyNotes(musicalIdentity);
  const { sounding, activeIndex } = useSnapshot(player);
  const [mine, setMine] = useState(false);
  const playing = mine && sounding === 'notes';
  useEffect(prefetchSoundEngine, []);

  const play = async () => {
    if (playing) {
      stopPlaying();
      return;
    }
    setMine(true);
    const outcome = await playNotes(notes, { spacing: STEP_SECONDS, length: NOTE_SECONDS, velocity: NOTE_VELOCITY });
    setMine(false);
    if (!outcome.ok && outcome.code === 'playback_failed')
      notify({
        kind: 'error',
        title: 'Playback Error',
        description: "Couldn't play your Sound Key. Please try again.",
        duration: NOTICE_MS,
        key: 'playback',
      });
  };

  if (notes.length === 0) {
    return (
      <Stack gap={4} justify="left" tone="muted" measure className={keyStyles.none}>
        <p>A few notes that are yours alone. They will come from the fragrances that you keep.</p>
        <Button
          variant="outline"
          aria-disabled="true"
          onClick={() =>
            notify({
              kind: 'info',
              title: 'Feature Coming Soon',
              duration: NOTICE_MS,
              key: 'coming',
            })
          }
        >
          Generate Sound Key
        </Button>
      </Stack>
    );
  }
  return (
    <Row gap={4} align="middle">
      <IconButton
        variant="play"
        onClick={() => void play()}
        aria-label={playing ? 'Stop your Sound Key' : 'Play your Sound Key'}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <Row as="ol" wrap gap={2} translate="no" aria-label="Sound Key">
        {notes.map((note, i) => (
          <Stack
            as="li"
            key={`${i}-${note}`}
            align="center"
            className={keyStyles.note}
            style={noteStyle(note)}
            data-active={playing && activeIndex === i}
          >
            {note}
          </Stack>
        ))}
      </Row>
    </Row>
  );
}
