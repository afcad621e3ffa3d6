import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { octaveOf, type NoteCode, type Octave } from '#analysis/values/pitch.ts';
import { blendName } from '#features/fragrance/domain/composition/fragrance.ts';
import { drawFragrance } from '#features/fragrance/domain/drawing/drawing.ts';
import { familyOf, perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { traceOf } from '#features/fragrance/domain/composition/trace.ts';
import type { Drawing, DrawingShape } from '#features/fragrance/domain/drawing/shapes.ts';
import { pianoKeys, sideOf } from '#features/instruments/domain/keyboard/keyboard.ts';
import { keyboard, type SelectedNote } from '#features/instruments/state/keyboard/keyboard.ts';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { NoteFlower } from '#features/fragrance/components/NoteFlower.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './InfoCard.module.css';

interface InfoCardProps {
  /** Help on playing, before the first key; null later. */
  tip: ReactNode;
}

/**
 * The scent of the selected note, or the blend of several held notes, with their petals; before the first key the
 * flower of the category.
 */
export function InfoCard({ tip }: InfoCardProps) {
  const { octave, selected, chord } = useSnapshot(keyboard);
  const perfume = selected === null ? null : perfumeNoteOf(selected.note);
  const notes = useMemo(() => {
    if (selected === null) return null;
    return [...new Set((chord.length > 1 ? chord : [selected]).map(({ note }) => note))];
  }, [selected, chord]);
  const onPiano = selected === null || sideOf(selected.midi, octave) === 0;
  return (
    <Row
      as="section"
      gap={5}
      align="middle"
      radius="lg"
      className={styles.card}
      style={selected === null ? familyStyle(octave) : noteStyle(selected.note)}
      data-empty={selected === null || undefined}
      aria-label="Selected note"
      aria-live="polite"
      aria-atomic="true"
    >
      <Flower octave={onPiano ? octave : octaveOf(selected.note)} notes={notes} />
      {selected === null || perfume === null || notes === null ? (
        <Stack narrows grows className={styles.words}>
          <Text size="subtitle" tone="muted" font="serif" leading="tight">
            Play a key, and its scent appears here.
          </Text>
          <p className="strong small fam-ink">{familyOf(octave).name}</p>
          {tip === null ? (
            <Text overflow="clamp" className={styles.description} aria-hidden="true">
              {scentsOf(octave)}
            </Text>
          ) : (
            <p className={styles.description}>{tip}</p>
          )}
        </Stack>
      ) : chord.length > 1 ? (
        <Blend chord={chord} notes={notes} />
      ) : (
        <>
          <p className={styles.note} translate="no">
            {selected.name}
          </p>
          <Stack narrows grows className={styles.words}>
            <h2 className="subtitle">{perfume.name}</h2>
            <Text size="small" tone="note-ink" weight="strong">
              {selected.name === selected.note
                ? perfume.category
                : `${perfume.category}, with the scent of ${selected.note}`}
            </Text>
            <p className={styles.description}>{perfume.description}</p>
          </Stack>
        </>
      )}
    </Row>
  );
}

/** The scents of a category, for which the keys of a phone have no space. */
const scentsOf = (octave: Octave): string =>
  pianoKeys(octave)
    .slice(0, 12)
    .map(({ note }) => perfumeNoteOf(note).name)
    .join(', ');

/** Soft, full petals, whatever the octave. */
const FLOWER_LOOK = {
  intensity: 0.7,
  complexity: 0.2,
  persistence: 0,
  character: { axes: { brightness: 0.4, breath: 0.2, roughness: 0, strike: 0.1, tremor: 0.2 } },
} as const;
/** Steps of a fifth reach every key, and put long petals between short ones. */
const FIFTH_SEMITONES = 7;

/** A flower with a petal for each key of an octave. */
function flowerOf(octave: Octave): Drawing {
  const keys = pianoKeys(octave);
  const around = [...keys.keys()].sort((a, b) => ((a * FIFTH_SEMITONES) % 12) - ((b * FIFTH_SEMITONES) % 12));
  const notes = around.map((key, i) => ({ midi: keys[key]!.midi, onset: i, offset: i + 1, velocity: 1, cents: 0 }));
  return drawFragrance({
    musicEssence: keys.map(({ note }) => note),
    trace: traceOf({ duration: keys.length, notes, peaks: [] }),
    ...FLOWER_LOOK,
  });
}

/** The keys of an octave as one flower. Another octave is drawn after the sound, when nothing else is to be done. */
function Flower({ octave, notes }: { octave: Octave; notes: readonly NoteCode[] | null }) {
  const shown = useDeferredValue(octave);
  const drawing = useMemo(() => flowerOf(shown), [shown]);
  const shows = ({ fill, stroke }: DrawingShape): boolean => {
    const note = (fill ?? stroke)?.note;
    return notes === null || (note !== undefined && notes.includes(note));
  };
  return <NoteFlower drawing={drawing} shows={shows} className={styles.flower} />;
}

function Blend({ chord, notes }: { chord: readonly SelectedNote[]; notes: readonly NoteCode[] }) {
  const name = useMemo(() => blendName(notes), [notes]);
  return (
    <Stack narrows grows className={styles.words}>
      <Row as="p" wrap className={styles.chord}>
        {chord.map((code) => (
          <Text as="span" key={code.midi} tone="note-ink" style={noteStyle(code.note)}>
            {`${code.name} `}
          </Text>
        ))}
      </Row>
      <h2 className="subtitle clamp">{name}</h2>
      <p className={`${styles.description} clamp`}>{notes.map((note) => perfumeNoteOf(note).name).join(', ')}</p>
    </Stack>
  );
}
