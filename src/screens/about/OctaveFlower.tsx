import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Octave } from '#analysis/values/pitch.ts';
import { FAMILIES, perfumeNoteOf } from '../../features/fragrance/domain/catalogue/catalogue.ts';
import { PlayingFlower } from '../../features/fragrance/components/sounding/PlayingFlower.tsx';
import { noteStyle } from '../../features/fragrance/components/notes/noteStyle.ts';
import { OctaveBands } from './OctaveBands.tsx';
import { expectNotes } from '../../features/instruments/state/playback/soundEngine.ts';
import { previewNote, player, octaveChord, toggleOctave } from '../../features/instruments/state/playback/player.ts';
import { Box, Stack } from '../../ui/layout/Box.tsx';
import styles from './About.module.css';

/** How the flower of each octave is drawn: only its notes differ. */
const LOOK = { intensity: 0.6, complexity: 0.5, persistence: 0.65 };
const FIRST: Octave = 4;

/** The nine octaves as keys, with the flower of the one that was pressed last and its notes. */
export function OctaveFlower() {
  const { note } = useSnapshot(player);
  const [octave, setOctave] = useState(FIRST);
  const flower = useMemo(() => ({ ...LOOK, musicEssence: octaveChord(octave) }), [octave]);
  const press = (pressed: Octave) => {
    setOctave(pressed);
    toggleOctave(pressed);
  };
  return (
    <>
      <Stack gap={4} align="middle" className={styles.flower}>
        <Box wide className={`even ${styles.place}`}>
          <PlayingFlower fragrance={flower} label={`The flower of octave ${octave}, ${FAMILIES[octave]!.name}`} />
        </Box>
        <Stack gap={2} className={styles.notes}>
          {flower.musicEssence.map((one) => (
            <button
              key={one}
              type="button"
              className={`option row gap-3 small target middle round speck text-left firm ${one === note ? 'painted' : styles.note}`}
              style={noteStyle(one)}
              data-sounding={one === note || undefined}
              onClick={() => previewNote(one)}
            >
              {perfumeNoteOf(one).name}
            </button>
          ))}
        </Stack>
      </Stack>
      <OctaveBands className={styles.families ?? ''} note={note} onPress={press} onExpect={() => void expectNotes()} />
    </>
  );
}
