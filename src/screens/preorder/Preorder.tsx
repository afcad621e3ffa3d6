import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useSnapshot } from 'valtio';
import { STORE_FRAGRANCES, storeBottle, type StoreFragrance } from '#features/community/domain/storeCatalogue.ts';
import { octaveOf } from '#analysis/values/pitch.ts';
import { player, previewNote, playNotes, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { preorder } from '#features/community/state/preorder.ts';
import { Bottle } from '#features/fragrance/components/Bottle.tsx';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { NoteTable } from '#features/fragrance/components/notes/NoteTable.tsx';
import { NoteTile } from '#features/fragrance/components/notes/NoteTile.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { FixedWidthLabel } from '#ui/controls/FixedWidthLabel.tsx';
import { UnavailableScreen } from '#ui/screen/UnavailableScreen.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import { PreorderButton } from '#features/community/components/PreorderButton.tsx';
import { session } from '#features/session/state/session.ts';
import styles from './Preorder.module.css';

/** Step of the note animation, s: each note is lit until the next one. */
const NOTE_STEP_S = 0.6;
const PLAY_LABELS = ['PLAY SOUND', 'PLAYING...'];

/** Details of one bottle of the store. */
export default function Preorder() {
  const { id = '' } = useParams<{ id: string }>();
  const fragrance = STORE_FRAGRANCES.find((candidate) => candidate.id === id);
  if (fragrance !== undefined) return <Detail key={id} fragrance={fragrance} />;
  return (
    <UnavailableScreen heading="Fragrance not found" words="There is no such bottle in the store.">
      <Button as={Link} href="/store" variant="primary">
        Return to Store
      </Button>
    </UnavailableScreen>
  );
}

function Detail({ fragrance }: { fragrance: StoreFragrance }) {
  const { user } = useSnapshot(session);
  const {
    id,
    name,
    description,
    musicEssence,
    topNotes,
    middleNotes,
    baseNotes,
    edition,
    quantity,
    size,
    bottleColor,
  } = fragrance;
  const ground = musicEssence[1] ?? musicEssence[0];
  const facts: readonly (readonly [string, string])[] = [
    ['Edition', edition],
    ['Quantity', quantity],
    ['Size', size],
  ];
  useEffect(() => {
    document.title = `${name} · Accord`;
    return stopPlaying;
  }, [name]);
  useEffect(prefetchSoundEngine, []);
  return (
    <Stack as="article" className={`page ${styles.page}`}>
      <Button as={Link} href="/store" variant="back">
        <span aria-hidden="true">←</span> Back to Store
      </Button>
      <Stack align="center" className={styles.stage} style={familyStyle(ground && octaveOf(ground))}>
        <Bottle
          {...storeBottle(fragrance)}
          label={`The bottle of ${name}: ${bottleColor}, with a flower made of its notes ${musicEssence.join(', ')}`}
          className={styles.bottle}
        />
      </Stack>
      <Stack as="header" gap={4} className={`area-words ${styles.words}`}>
        <ScreenHeading className="title">{name}</ScreenHeading>
        <p className="large measure">{description}</p>
      </Stack>
      <Essence notes={musicEssence}>
        <PreorderButton
          fragranceName={name}
          bottle={storeBottle(fragrance)}
          member={user}
          onSubmit={(buyer) => preorder({ ...buyer, fragranceId: id, fragranceName: name })}
        >
          PRE ORDER
        </PreorderButton>
      </Essence>
      <div className={styles.notes}>
        <NoteTable topNotes={topNotes} middleNotes={middleNotes} baseNotes={baseNotes} />
      </div>
      <Row as="dl" wrap className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="muted small">{label}</dt>
            <dd className="digits">{value}</dd>
          </div>
        ))}
      </Row>
    </Stack>
  );
}

/** The four notes, playable one by one or in sequence. */
function Essence({ notes, children }: { notes: StoreFragrance['musicEssence']; children: React.ReactNode }) {
  const { sounding, activeIndex, note } = useSnapshot(player);
  const [playing, setPlaying] = useState(false);
  const playAll = async () => {
    if (playing) {
      stopPlaying();
      return;
    }
    setPlaying(true);
    await playNotes(notes, { spacing: NOTE_STEP_S, length: NOTE_STEP_S });
    setPlaying(false);
  };
  const isLit = (i: number) => sounding === 'notes' && (playing ? activeIndex === i : note === notes[i]);
  return (
    <Stack as="section" gap={4} top className={styles.essence} aria-labelledby="essence">
      <h2 id="essence" className={styles.label}>
        Music essence
      </h2>
      <Stack as="ul" gap={3} className={styles.tiles}>
        {notes.map((code, i) => (
          <li key={code}>
            <NoteTile code={code} lit={isLit(i)} onTap={previewNote} />
          </li>
        ))}
      </Stack>
      <Row wrap gap={3} className={styles.actions}>
        <Button variant="outline" onClick={() => void playAll()}>
          {playing ? <StopIcon /> : <PlayIcon />}{' '}
          <FixedWidthLabel of={PLAY_LABELS}>{playing ? 'PLAYING...' : 'PLAY SOUND'}</FixedWidthLabel>
        </Button>
        {children}
      </Row>
    </Stack>
  );
}
