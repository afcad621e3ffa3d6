import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { ANONYMOUS_CREATOR, playlistPath } from '#features/community/domain/playlist.ts';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { octaveOf } from '#analysis/values/pitch.ts';
import type { PlaylistCard } from '#features/community/state/playlistSources.ts';
import { player } from '#features/instruments/state/playback/player.ts';
import { playlistPlayer, recordingLevels, togglePlaylist } from '#features/community/state/playlistPlayer.ts';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import { OctaveBars } from '#features/fragrance/components/notes/OctaveBars.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { PauseIcon } from '#ui/icons/laterIcons.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Card.module.css';

const DATE_FORMAT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

interface CardProps {
  fragrance: PlaylistCard;
  /** ISO date. */
  date: string;
  /** A word that follows the date. */
  state?: string;
}

/** A fragrance of the playlist: its flower, its owner and its sound. */
export function Card({ fragrance, date, state }: CardProps) {
  const { id, name, creatorName, musicEssence } = fragrance;
  const current = useSnapshot(playlistPlayer);
  const active = current.id === id;
  const lead = musicEssence[0];
  const day = Number.isNaN(Date.parse(date)) ? null : new Date(date).toLocaleDateString('en', DATE_FORMAT);
  return (
    <Stack as="li" gap={2} className={styles.card} data-active={active} style={familyStyle(lead && octaveOf(lead))}>
      <Link href={playlistPath(name, id)} className={styles.cover ?? ''} aria-hidden="true" tabIndex={-1}>
        <FragranceFlower fragrance={fragrance} className={`drawing ${styles.face}`} background />
      </Link>
      <div className="area-words">
        <Text as="h2" size="large" weight="regular" anywhere leading="tight" overflow="clamp" className={styles.name}>
          <Link href={playlistPath(name, id)}>
            <bdi>{name}</bdi>
          </Link>
        </Text>
        <Text size="small" tone="fam-ink" anywhere>
          {musicEssence
            .slice(0, 2)
            .map((note) => perfumeNoteOf(note).name)
            .join(' · ')}
        </Text>
        <Text size="small" tone="muted" overflow="cut">
          By <bdi translate="no">{creatorName.trim() === '' ? ANONYMOUS_CREATOR : creatorName}</bdi>
        </Text>
        <Text size="small" tone="muted" overflow="cut" className={styles.date}>
          {day !== null && <time dateTime={date}>{day}</time>}
          {state !== undefined && <span>{` · ${state}`}</span>}
        </Text>
      </div>
      <Row gap={2} align="middle" className={styles.sound}>
        <IconButton
          variant="play"
          className={styles.play}
          aria-label={`${active ? 'Stop' : 'Play'} ${name}`}
          aria-pressed={active}
          aria-busy={active && current.status === 'loading'}
          onClick={() => void togglePlaylist(fragrance)}
        >
          {active ? <PauseIcon size={24} /> : <PlayIcon size={24} />}
        </IconButton>
        {active && current.status === 'notes' ? (
          <Notes notes={musicEssence} />
        ) : (
          active && (
            <OctaveBars className={styles.bars} read={current.status === 'recording' ? recordingLevels : null} />
          )
        )}
      </Row>
    </Stack>
  );
}

/** The notes of a fragrance without a recording, the sounding one lit. */
function Notes({ notes }: { notes: PlaylistCard['musicEssence'] }) {
  const { activeIndex } = useSnapshot(player);
  return (
    <Row as="span" wrap className={styles.notes} translate="no" aria-hidden="true">
      {notes.map((note, i) => (
        <span key={note} style={noteStyle(note)} data-lit={i === activeIndex}>
          {note}
        </span>
      ))}
    </Row>
  );
}
