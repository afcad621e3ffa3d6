import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { octaveOf, type NoteCode, type Octave } from '#analysis/values/pitch.ts';
import { DEMO_LABEL, groupByFamily } from '#features/create/domain/scentwaves.ts';
import {
  previewNote,
  player,
  stopPlaying,
  toggleEssence,
  toggleOctave,
} from '#features/instruments/state/playback/player.ts';
import type { LinkErrorCode } from '#features/create/state/link/linkSound.ts';
import { playSelected, toggleLoop, scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { toggleDetected } from '#features/create/state/link/scentwaves.ts';
import { Button } from '#ui/controls/Button.tsx';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { NoteChip } from '#features/fragrance/components/notes/NoteChip.tsx';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Scentwaves.module.css';

/** Reasons of a failed analysis, each with advice; the notice already shows that it failed. */
const FAILURE_REASONS: Readonly<Record<LinkErrorCode, string>> = {
  http: 'The address did not answer with a sound.',
  too_large: 'The file is too large: we fetch at most 100 MB.',
  stalled: 'The server stopped sending, or the stream never ends. A file of fixed length works.',
  web_page: 'The address shows a web page. Look for the link to the sound file itself.',
  network: 'The address could not be read: it may be misspelt, or its site does not let other pages read it.',
  invalid_file: 'The address does not hold a sound that this browser can play.',
  too_long: 'The sound is longer than 30 minutes.',
  empty: 'The file is empty.',
  unreadable: 'The address could not be read.',
  unsupported: 'The file is of a kind that this browser cannot read.',
  damaged: 'The file is damaged or was cut off: no sound can be read from it.',
  no_decoder: 'This browser gives pages no decoder of sounds.',
  no_sound: 'There is no sound in the file.',
  cancelled: 'It was cancelled.',
  not_midi: 'This is not a MIDI file that can be read.',
  no_notes: 'This MIDI file holds no notes.',
  only_drums: 'This MIDI file holds only drums.',
  midi_failed: 'This MIDI file could not be opened. Please try again.',
  engine: 'Failed to analyze audio file. Please try again.',
};

function reasonOf({ code, answer, file }: NonNullable<typeof scentwaves.error>): string {
  if (answer !== undefined) return `Failed to fetch audio: ${answer}. ${FAILURE_REASONS[code]}`;
  if (file !== undefined)
    return `This is ${file}; this browser cannot read it. WAV, MP3, AAC, Ogg, FLAC and WebM work.`;
  return FAILURE_REASONS[code];
}

/** Notes without a sound have a flower of middle weight. */
const FLOWER_OF_NOTES = { intensity: 0.6, complexity: 0.6, persistence: 0.5 } as const;

/** Plays the selected notes once, or stops. */
function toggleSelected(): void {
  if (player.sounding === 'notes') stopPlaying();
  else void playSelected();
}

interface FlowerProps {
  notes: readonly NoteCode[];
  label: string;
  /** The petal of a sounding note. */
  petalOf?: (note: NoteCode) => NoteCode;
  onNote: (note: NoteCode) => void;
  /** Plays all notes, or stops them. */
  onAll: () => void;
}

/** A flower to play: the petal of the sounding note opens. */
function Flower({ notes, label, petalOf = (note) => note, onNote, onAll }: FlowerProps) {
  const { sounding } = useSnapshot(player);
  const { looping } = useSnapshot(scentwaves);
  const fragrance = useMemo(() => ({ musicEssence: [...notes], ...FLOWER_OF_NOTES }), [notes]);
  const playback: SoundPlayback = {
    sounding: looping ? 'notes' : sounding,
    position: () => 0,
    note: () => {
      const note = looping ? scentwaves.active : player.note;
      return note === null ? null : petalOf(note);
    },
  };
  return (
    <PlayableFlower
      className={styles.face}
      fragrance={fragrance}
      label={label}
      playback={playback}
      onNote={({ note }) => onNote(note)}
      onAll={onAll}
    />
  );
}

/** For each octave its note whose color is nearest to that of the family. */
const FAMILY_NOTES: Readonly<Record<Octave, NoteCode>> = {
  0: 'E0',
  1: 'D1',
  2: 'F2',
  3: 'C#3',
  4: 'G4',
  5: 'D5',
  6: 'D6',
  7: 'G#7',
  8: 'G#8',
};
/** Low and high ones by turns, so that the flower is round. */
const FAMILY_FLOWER = ([4, 0, 5, 1, 6, 2, 7, 3, 8] as const).map((octave) => FAMILY_NOTES[octave]);
const familyNote = (note: NoteCode): NoteCode => FAMILY_NOTES[octaveOf(note)];

/** Place of the notes before the analysis: a flower of the nine families, whose petals play. */
function Families() {
  return (
    <Stack gap={3} align="middle" tone="muted" textAlign="center" className={styles.map}>
      <Flower
        notes={FAMILY_FLOWER}
        label="A flower of the nine families"
        petalOf={familyNote}
        onNote={(pressed) => toggleOctave(octaveOf(pressed))}
        onAll={() => toggleEssence(Object.values(FAMILY_NOTES))}
      />
      <h2 className="large regular snug">Its notes appear here, family by family.</h2>
      <Text>Press a petal to hear its family.</Text>
    </Stack>
  );
}

/** The notes of a link by category; a press selects or deselects a note. */
export function LinkNotesList() {
  const { status, detected, selected, demo, fallback, texture, engineFailed, isPartial, error, looping, active } =
    useSnapshot(scentwaves);
  const { sounding, note: played } = useSnapshot(player);
  if (status !== 'done' && status !== 'failed') return <Families />;
  const groups = groupByFamily(detected);
  const sounds = looping ? active : sounding === 'notes' ? played : null;
  return (
    <>
      {error !== null && (
        <Box as="p" size="small" tone="ink" radius="sm" surface="alert-wash" className={styles.error}>
          {reasonOf(error)}
        </Box>
      )}
      {groups.length === 0 ? (
        <Text size="subtitle" tone="muted" font="serif" textAlign="center" leading="snug" className={styles.invitation}>
          No notes detected in any category. Try analyzing a different audio file.
        </Text>
      ) : (
        <>
          {selected.length > 0 && (
            <Flower
              notes={selected}
              label="The flower of the selected notes"
              onNote={previewNote}
              onAll={toggleSelected}
            />
          )}
          {/* Below the flower: a notice would cover the top of the panel. */}
          {demo !== null && <p className={styles.origin}>{DEMO_LABEL}</p>}
          {texture && (
            <p className={styles.origin}>
              {engineFailed
                ? 'Your browser could not analyze this sound, so these notes come from its texture'
                : 'We found no clear pitch, so these notes come from the texture of your sound'}
            </p>
          )}
          {isPartial && <p className={styles.origin}>Only a part of this sound could be read</p>}
          {fallback && (
            <p className={styles.origin}>Fallback notes: a scent to start from, not what your link sounds like</p>
          )}
          <Stack gap={4}>
            {groups.map(({ family, notes }) => (
              <Stack as="section" key={family.octave} gap={2} style={familyStyle(family.octave)}>
                <h2 className="large fam-ink">{family.name}</h2>
                <Row as="ul" wrap gap={2}>
                  {notes.map((note) => (
                    <li key={note}>
                      <NoteChip
                        note={note}
                        pressed={selected.includes(note)}
                        sounding={sounds === note}
                        onClick={() => toggleDetected(note)}
                      />
                    </li>
                  ))}
                </Row>
              </Stack>
            ))}
          </Stack>
          <Row wrap gap={2} align="middle" className={styles.actions}>
            <Button variant="small" onClick={toggleSelected}>
              {sounding === 'notes' ? <StopIcon /> : <PlayIcon />}
              <span>{sounding === 'notes' ? 'Stop' : 'Play Notes'}</span>
            </Button>
            <Button variant="small" onClick={() => void toggleLoop()}>
              {looping ? <StopIcon /> : <PlayIcon />}
              <span>{looping ? 'Stop Loop' : 'Play Loop'}</span>
            </Button>
            <p className="muted small">{`${selected.length} of ${detected.length} notes selected`}</p>
          </Row>
        </>
      )}
    </>
  );
}
