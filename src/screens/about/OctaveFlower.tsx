import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Octave, NoteCode } from '#analysis/values/pitch.ts';
import { FAMILIES, perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { PlayingFlower } from '#features/fragrance/components/sounding/PlayingFlower.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { previewNote, player, octaveChord, toggleOctave } from '#features/instruments/state/playback/player.ts';
import { Chip } from '#ui/controls/Chip.tsx';
import { Box, Stack, Row, Text } from '#ui/layout/Box.tsx';
import bandStyles from './OctaveBands.module.css';
import styles from './About.module.css';
import { familyStyle } from '#features/fragrance/components/family.ts';

interface OctaveBandsProps {
  /** The note that sounds. */
  note: NoteCode | null;
  onPress: (octave: Octave) => void;
  /** A press may follow. */
  onPressLikely: () => void;
  className?: string;
}

/** The nine octaves and their families, high ones on top, as keys. */
function OctaveBands({ note, onPress, onPressLikely, className = '' }: OctaveBandsProps) {
  return (
    <Stack as="ol" radius="md" className={`${bandStyles.bands} ${className}`}>
      {FAMILIES.toReversed().map(({ octave, name }) => (
        <li key={octave} style={familyStyle(octave)}>
          <Row
            as="button"
            type="button"
            gap={3}
            align="baseline"
            wide
            textAlign="left"
            tappable
            className={bandStyles.band}
            data-sounding={note?.endsWith(String(octave)) || undefined}
            onPointerEnter={onPressLikely}
            onClick={() => onPress(octave)}
          >
            <span className="visually-hidden">{`Hear octave ${octave}`}</span>
            <Text
              as="b"
              size="large"
              weight="regular"
              font="serif"
              numerals="lining"
              aria-hidden="true"
            >{`C${octave}`}</Text>{' '}
            <span>{name}</span>
          </Row>
        </li>
      ))}
    </Stack>
  );
}

/** Common measures of the flowers of all octaves: only their notes differ. */
const FLOWER_LOOK = { intensity: 0.6, complexity: 0.5, persistence: 0.65 };
const INITIAL_OCTAVE: Octave = 4;

/** The nine octaves as keys, with the flower of the one that was pressed last and its notes. */
export function OctaveFlower() {
  const { note } = useSnapshot(player);
  const [octave, setOctave] = useState(INITIAL_OCTAVE);
  const flower = useMemo(() => ({ ...FLOWER_LOOK, musicEssence: octaveChord(octave) }), [octave]);
  const press = (pressed: Octave) => {
    setOctave(pressed);
    toggleOctave(pressed);
  };
  return (
    <>
      <Stack gap={4} align="middle" className={styles.flower}>
        <Box wide className={styles.place}>
          <PlayingFlower fragrance={flower} label={`The flower of octave ${octave}, ${FAMILIES[octave]!.name}`} />
        </Box>
        <Stack gap={2} className={styles.notes}>
          {flower.musicEssence.map((one) => (
            <Chip
              key={one}
              variant="plain"
              dotted
              textAlign="left"
              leading="firm"
              className={`${styles.note} ${one === note ? 'painted' : ''}`}
              style={noteStyle(one)}
              data-sounding={one === note || undefined}
              onClick={() => previewNote(one)}
            >
              {perfumeNoteOf(one).name}
            </Chip>
          ))}
        </Stack>
      </Stack>
      <OctaveBands
        className={styles.families ?? ''}
        note={note}
        onPress={press}
        onPressLikely={() => void prefetchSoundEngine()}
      />
    </>
  );
}
